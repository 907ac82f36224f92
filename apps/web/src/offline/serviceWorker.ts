import { isSitePath } from '@nestmark/core/addresses/sitePaths'
import { forgetFiles, respondWithFile } from './openFile.ts'
import { openFilePath, type ToWorker } from '../lib/encryption/openFileMessages.ts'
import { type FetchEvent, worker } from './worker.ts'

/**
 * Opens the page without a connection, and decrypts files for players and pictures. No API answer, no picture and nothing of
 * the sign-in site is ever cached. A page is always requested from the server first, so that a new build is used
 * at the next visit; the cached page is used only when the server is unreachable. Files under /assets/ have
 * the hash of their content in their name, so they are never outdated.
 */

/** The build inserts it (see `shellOfBuild.ts`). */
declare const shellOfBuild: { version: string; entry: string; files: string[]; plain: string[] }

const { version, entry, files, plain } = shellOfBuild
const prefix = 'shell-'
const cacheName = prefix + version
const pagePath = '/dashboard'
/** Never handled: private content, the sign-in site and the assets of the public site. */
const excludedPaths = /^\/(api|pictures|accounts|site)(\/|$)/

worker.addEventListener('install', event => event.waitUntil(install()))
worker.addEventListener('activate', event => event.waitUntil(activate()))
worker.addEventListener('message', ({ data }) => {
  if ((data as ToWorker | null)?.kind === 'forgetFiles') forgetFiles()
})
worker.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin || excludedPaths.test(url.pathname))
    return
  // The app in place of such a page would load it again, without end.
  if (request.mode === 'navigate' && isSitePath(url.pathname)) return
  if (request.mode === 'navigate') {
    if (!plain.includes(url.pathname)) event.respondWith(respondWithPage(event))
  } else if (url.pathname.startsWith(openFilePath)) event.respondWith(respondWithFile(event, url))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(respondWithAsset(request))
  else if (plain.includes(url.pathname)) event.respondWith(respondNetworkFirst(request, url.pathname))
})

/** Caches a complete build. Fails if a file is missing, so that no incomplete build is used. */
async function install(): Promise<void> {
  const shell = await fetch(pagePath, { cache: 'reload' })
  // The server may have been updated while this file was loading.
  if (!shell.ok || !(await shell.clone().text()).includes(entry))
    throw new Error('Not the page of this build')
  const cache = await caches.open(cacheName)
  await cache.put(pagePath, shell)
  await Promise.all([
    ...files.map(async file => {
      const cached = await caches.match(file)
      return cached ? cache.put(file, cached) : cache.add(file)
    }),
    ...plain.map(file => cache.add(new Request(file, { cache: 'reload' }))),
  ])
  await worker.skipWaiting()
}

/** Deletes the caches of older builds except the newest of them, which an open page may still need. */
async function activate(): Promise<void> {
  await worker.registration.navigationPreload?.enable()
  const older = (await caches.keys()).filter(name => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(older.slice(0, -1).map(name => caches.delete(name)))
  await worker.clients.claim()
  // Each open page compares it with its own build.
  for (const open of await worker.clients.matchAll()) open.postMessage({ entry })
}

async function respondWithPage(event: FetchEvent): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch (error) {
    const cached = await (await caches.open(cacheName)).match(pagePath)
    if (cached) return cached
    throw error
  }
}

async function respondWithAsset(request: Request): Promise<Response> {
  const cached = await caches.match(request)
  if (cached) return cached
  const answer = await fetch(request)
  if (answer.ok) {
    const cache = await caches.open(cacheName)
    // A full disk must not fail the request.
    await cache.put(request, answer.clone()).catch(() => undefined)
  }
  return answer
}

async function respondNetworkFirst(request: Request, path: string): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const cached = await (await caches.open(cacheName)).match(path)
    if (cached) return cached
    throw error
  }
}
