// push.ts - this browser's subscription to web push, which the service worker (app/sw.js) shows.

import { bytesOf } from './passkeys'

export const hasPush = () => 'PushManager' in globalThis && 'serviceWorker' in navigator && 'Notification' in globalThis

/** Asks the browser's permission. Returns null if it is refused. */
export async function subscribe(key: string): Promise<{ address: string; p256dh: string; auth: string } | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const worker = await navigator.serviceWorker.ready
  const { endpoint, keys } = (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })).toJSON()
  return { address: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! }
}
