// offline.ts - starts the service worker (sw.js), which keeps the page for when there is no network.

import { watchUpdates } from './update.svelte'

/** None in an old browser, on a page that is not served securely, and where storage is blocked: there asking throws. */
function serviceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker
  } catch {
    return undefined
  }
}

/** To be called once, when the page is shown. It waits until the page has what it needs, so as not to compete with it. */
export function startOffline(): void {
  const worker = serviceWorkers()
  if (!worker) return
  const again = worker.controller !== null // a visit before this one has started it
  const start = async () => {
    watchUpdates(await worker.register(`${import.meta.env.BASE_URL}sw.js`))
    const { active } = await worker.ready
    active?.postMessage({ language: document.documentElement.lang, again })
  }
  const later = () => setTimeout(() => void start().catch(() => {}), 1500) // without it the page works, online
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
}
