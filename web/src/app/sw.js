// sw.js - the service worker: the page works offline after the first visit. The build replaces the list of files.
//
// Files with a hash in their name never change: they are answered from the cache. The page itself is fetched, so that a new
// version is seen at once, and comes from the cache where there is no network. Words of other languages than the reader's are
// kept when they are asked for. What the server answers (/api, /ws) is never kept.
//
// The bots' network is the largest file of all, and easy bots do without. So the first visit leaves it out, unless something
// asks for it, and so it does with what is rarely looked at (the lesson, the statistics, games looked back on, which need the network anyway); whoever comes again gets them without asking.

const { version, page, words, rare, rareWords, net } = self.FILES
const cacheName = `page ${version}`
/** The folder of the page: names of files are relative to it, and so is this worker's scope. */
const home = new URL('./', self.location).pathname

async function keep(files) {
  const cache = await caches.open(cacheName)
  const missing = []
  for (const file of files) if (!(await cache.match(file))) missing.push(file)
  await cache.addAll(missing)
}

self.addEventListener('install', event => {
  const again = self.registration.active // a version before this one: it takes over when no page of it is open any more
  event.waitUntil(keep(again ? [...page, ...rare, net] : page))
})

self.addEventListener('activate', event => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name.startsWith('page ') && name !== cacheName) await caches.delete(name)
    await self.clients.claim()
  }
  event.waitUntil(clean())
})

/** Keeps the network if it was loaded before this worker could see it; then the browser still has it. */
async function keepLoadedNet() {
  const answer = await fetch(net, { cache: 'only-if-cached', mode: 'same-origin' })
  if (answer.ok) await (await caches.open(cacheName)).put(net, answer)
}

/** The page says which language it is read in, and whether this is a first visit. */
self.addEventListener('message', event => {
  const { language, again } = event.data ?? {}
  const later = again ? keep([net, ...rare, ...(rareWords[language] ?? [])]) : keepLoadedNet()
  event.waitUntil(Promise.allSettled([keep(words[language] ?? []), later]))
})

async function fromNetwork(request) {
  const cache = await caches.open(cacheName)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(home, answer.clone())
    return answer
  } catch (error) {
    const kept = await cache.match(home)
    if (kept) return kept
    throw error
  }
}

async function fromCache(request) {
  const kept = await caches.match(request, { ignoreSearch: true, ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok && new URL(request.url).pathname.startsWith(`${home}assets/`))
    await (await caches.open(cacheName)).put(request, answer.clone())
  return answer
}

self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || !url.pathname.startsWith(home) || /^(api|ws|healthz|metrics)\b/.test(url.pathname.slice(home.length))) return
  event.respondWith(request.mode === 'navigate' ? fromNetwork(request) : fromCache(request))
})

// "Your turn", from the server by web push (server/notice). A press on it goes to the table.
self.addEventListener('push', event => {
  const { title, body, url, tag } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: url }))
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  const url = event.notification.data
  const open = async () => {
    const shown = (await self.clients.matchAll({ type: 'window' })).find(client => client.url === url)
    return shown ? shown.focus() : self.clients.openWindow(url)
  }
  event.waitUntil(open())
})
