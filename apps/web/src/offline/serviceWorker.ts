/**
 * Lets the page open without a network, and does nothing else: no answer of the API, no picture and nothing of the
 * sign-in site is ever kept. A page is always asked for from the server first, so a new build is there at the next
 * visit; what is kept is shown only when the server cannot be reached. Files under /assets/ carry the hash of their
 * content in their name: they cannot be old.
 */

/** What the build puts in (see `vite.config.ts`). */
declare const shellOfBuild: { version: string; entry: string; files: string[]; plain: string[] }

/** The parts of a worker's world that are used here; the browser types of a page do not know them. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WorkerEvent {
  request: Request
  preloadResponse?: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface Worker {
  addEventListener(kind: 'install' | 'activate', run: (event: WorkerEvent) => void): void
  addEventListener(kind: 'fetch', run: (event: FetchEvent) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void>; matchAll(): Promise<{ postMessage(word: unknown): void }[]> }
  registration: { navigationPreload?: { enable(): Promise<void> } }
  location: Location
}
const worker = globalThis as unknown as Worker

const { version, entry, files, plain } = shellOfBuild
const prefix = 'shell-'
const current = prefix + version
const page = '/'
/** Never touched: private content, and pages that are not this page. */
const foreign = /^\/(api|pictures|accounts)(\/|$)/

worker.addEventListener('install', event => event.waitUntil(install()))
worker.addEventListener('activate', event => event.waitUntil(activate()))
worker.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin || foreign.test(url.pathname)) return
  if (request.mode === 'navigate') {
    if (!plain.includes(url.pathname)) event.respondWith(openPage(event))
  } else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (plain.includes(url.pathname)) event.respondWith(networkFirst(request, url.pathname))
})

/** Keeps one whole build, or nothing of it. */
async function install(): Promise<void> {
  const shell = await fetch(page, { cache: 'reload' })
  // The server may have got another build while this one was on its way.
  if (!shell.ok || !(await shell.clone().text()).includes(entry))
    throw new Error('Not the page of this build')
  const cache = await caches.open(current)
  await cache.put(page, shell)
  await Promise.all([
    ...files.map(async file => {
      const known = await caches.match(file)
      return known ? cache.put(file, known) : cache.add(file)
    }),
    ...plain.map(file => cache.add(new Request(file, { cache: 'reload' }))),
  ])
  await worker.skipWaiting()
}

/** Takes away older builds, but for the last one: a page that is open still may want a part of it. */
async function activate(): Promise<void> {
  await worker.registration.navigationPreload?.enable()
  const older = (await caches.keys()).filter(name => name.startsWith(prefix) && name !== current)
  await Promise.all(older.slice(0, -1).map(name => caches.delete(name)))
  await worker.clients.claim()
  // Each open page compares it with its own.
  for (const open of await worker.clients.matchAll()) open.postMessage({ entry })
}

async function openPage(event: FetchEvent): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (error) {
    const kept = await (await caches.open(current)).match(page)
    if (kept) return kept
    throw error
  }
}

async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const cache = await caches.open(current)
    // A full disk takes nothing away from the page.
    await cache.put(request, answer.clone()).catch(() => undefined)
  }
  return answer
}

async function networkFirst(request: Request, path: string): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await (await caches.open(current)).match(path)
    if (kept) return kept
    throw error
  }
}
