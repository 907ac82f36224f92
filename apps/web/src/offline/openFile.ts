import { chunkLength } from '@nestmark/core/sealedFile'
import { type ByteRange, openRange, toSealedRange } from '@nestmark/encryption/files/fileRange'
import { openFilePath, type OpenFile, type ToPage } from '../lib/encryption/openFileMessages.ts'
import { readPieces } from '../lib/encryption/readPieces.ts'
import { type Client, type FetchEvent, worker } from './worker.ts'

/**
 * The most bytes of an answer to a range. Players ask for the rest when they need it: the browser terminates a worker
 * that waits for a player to read on.
 */
const maxPart = 4 * chunkLength
/** How long a page has to answer, in milliseconds. */
const answerMs = 5_000

/** The files that pages have opened. The browser may end the worker at any time: then they are requested again. */
const files = new Map<string, OpenFile>()

/** Increases when the files are cleared. */
let epoch = 0

/** Removes the keys of all files. */
export function forgetFiles(): void {
  epoch++
  files.clear()
}

/**
 * Answers with the decrypted bytes of a file, or a range of them, while the encrypted ones arrive: a video starts
 * immediately, and seeking reads only what is needed. Other answers of the server, such as that an address has expired,
 * are passed on.
 */
export async function respondWithFile(event: FetchEvent, url: URL): Promise<Response> {
  const id = url.pathname.slice(openFilePath.length)
  const source = new URL(url.searchParams.get('from') ?? '', worker.location.origin)
  // Only files of this server, whose bytes are checked, may be shown here.
  if (source.origin !== worker.location.origin || !source.pathname.startsWith('/f/')) return refuse(400)
  const asked = epoch
  const file = files.get(id) ?? (await askPages(event.clientId, id))
  if (!file || asked !== epoch) return refuse(404)
  files.set(id, file)
  const { seal, size, type } = file
  const range = parseRange(event.request.headers.get('range'), size)
  if (!range) return refuse(416, { 'content-range': `bytes */${size}` })
  const { first, last, isPart } = range
  const sealed = toSealedRange(range, size)
  const answer = await fetch(source, {
    headers: { range: `bytes=${sealed.first}-${sealed.last}` },
    signal: event.request.signal,
  })
  if (answer.status !== 206 || !answer.body) return refuse(answer.ok ? 502 : answer.status)
  const { stream, ended } = toStream(openRange(seal, size, range, readPieces(answer.body)))
  event.waitUntil(ended)
  return new Response(stream, {
    status: isPart ? 206 : 200,
    headers: {
      ...inert,
      'content-type': type,
      'content-length': String(last - first + 1),
      'accept-ranges': 'bytes',
      ...(isPart && { 'content-range': `bytes ${first}-${last}/${size}` }),
    },
  })
}

/** Whatever the file contains, it is never run as a page (U03), and not stored in plain text. */
const inert = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

const refuse = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers: { ...inert, ...headers } })

/** Returns the requested range, or the entire file; null for one outside of the file, or an empty file. */
function parseRange(header: string | null, size: number): (ByteRange & { isPart: boolean }) | null {
  if (size === 0) return null
  const whole = { first: 0, last: size - 1, isPart: false }
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return whole
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first <= last ? { first, last: Math.min(last, first + maxPart - 1), isPart: true } : null
}

/** Asks the page that shows the file, and then the other open ones. */
async function askPages(clientId: string, id: string): Promise<OpenFile | null> {
  const shown = clientId === '' ? undefined : await worker.clients.get(clientId)
  const others = (await worker.clients.matchAll()).filter(page => page.id !== clientId)
  for (const page of shown ? [shown, ...others] : others) {
    const file = await ask(page, id)
    if (file) return file
  }
  return null
}

function ask(page: Client, id: string): Promise<OpenFile | null> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => resolve(null), answerMs)
    port1.addEventListener('message', ({ data }: MessageEvent<OpenFile | null>) => {
      clearTimeout(timer)
      port1.close()
      resolve(data)
    })
    port1.start()
    page.postMessage({ kind: 'openFile', id } satisfies ToPage, [port2])
  })
}

/** Returns a stream of the parts, and a promise that it has ended or was cancelled. */
function toStream(parts: AsyncGenerator<Uint8Array<ArrayBuffer>>) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { value, done } = await parts.next()
        if (!done) return controller.enqueue(value)
        controller.close()
      } catch (error) {
        controller.error(error)
      }
      end()
    },
    async cancel() {
      end()
      await parts.return(undefined)
    },
  })
  return { stream, ended }
}
