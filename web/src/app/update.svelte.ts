// update.svelte.ts - whether a newer version of the page waits. Nothing is replaced under a player's hands: it is offered.

let waits = $state(false)

export function updateWaits(): boolean {
  return waits
}

export function putOff(): void {
  waits = false
}

/** Watches a registration: a worker that is installed while an older one serves this page is a newer version. */
export function watchUpdates(registration: ServiceWorkerRegistration): void {
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && navigator.serviceWorker.controller) waits = true
    })
  })
}
