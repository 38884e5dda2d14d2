// sw.js - the service worker: the page works offline after the first visit. The build replaces the list of files.
//
// Files with a hash in their name never change: they are answered from the cache. The page itself is fetched, so that a new
// version is seen at once, and comes from the cache where there is no network. Words of other languages than the reader's are
// kept when they are asked for. What the server answers (/api, /ws) is never kept.

const { version, page, words } = self.FILES
const cacheName = `page ${version}`

async function keep(files) {
  const cache = await caches.open(cacheName)
  const missing = []
  for (const file of files) if (!(await cache.match(file))) missing.push(file)
  await cache.addAll(missing)
}

self.addEventListener('install', event => {
  event.waitUntil(keep(page)) // it takes over when no page of the version before is open any more
})

self.addEventListener('activate', event => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name.startsWith('page ') && name !== cacheName) await caches.delete(name)
    await self.clients.claim()
  }
  event.waitUntil(clean())
})

/** The page says which language it is read in. */
self.addEventListener('message', event => {
  const files = words[event.data?.language]
  if (files) event.waitUntil(keep(files).catch(() => {}))
})

async function fromNetwork(request) {
  const cache = await caches.open(cacheName)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put('/', answer.clone())
    return answer
  } catch (error) {
    const kept = await cache.match('/')
    if (kept) return kept
    throw error
  }
}

async function fromCache(request) {
  const kept = await caches.match(request, { ignoreSearch: true, ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok && new URL(request.url).pathname.startsWith('/assets/'))
    await (await caches.open(cacheName)).put(request, answer.clone())
  return answer
}

self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || /^\/(api|ws|healthz|metrics)\b/.test(url.pathname)) return
  event.respondWith(request.mode === 'navigate' ? fromNetwork(request) : fromCache(request))
})
