import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { downloadUrl } from '@nestmark/contract/files'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileStore } from '../../../blobStorage/fileStore.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { saveFile, toAudio } from '../../../test/support/files.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { filesRead } from '../../../test/support/jobs.ts'

/** Clients that read slowly, leave in the middle, or send several concurrent requests over one connection. */

let app: TestApp
let ada: Person
let store: FileStore
const files: { bytes: Buffer; path: string }[] = []
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
  store = app.services.fileStore
  for (let n = 0; n < 3; n++) {
    // More than the buffers of a connection hold.
    const bytes = toAudio(12_000_000 + n)
    const link = await saveFile(app, ada, bytes)
    files.push({ bytes, path: (await ada.call(downloadUrl, { link_id: link._id })).url })
  }
  await filesRead(app)
})
afterAll(() => app.stop())

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const sessionOf = (path: string) => new URL(path, app.origin).searchParams.get('s')!
const counts = () => app.services.downloads.counts(sessionOf(files[0]!.path))

function openSocket(): Promise<Socket> {
  const { hostname, port } = new URL(app.origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket)).on('error', reject)
  })
}

const toRequest = (path: string, headers: string[] = []) =>
  [`GET ${path} HTTP/1.1`, 'host: 127.0.0.1', ...headers, '', ''].join('\r\n')

/** Reads responses with bodies of known lengths from one connection, with pauses in which its buffers fill. */
async function readBodies(socket: Socket, count: number): Promise<{ status: number; body: Buffer }[]> {
  const found: { status: number; body: Buffer }[] = []
  let rest: Buffer = Buffer.alloc(0)
  let pauses = 0
  socket.pause()
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    if (pauses++ % 40 === 0) await new Promise(go => setTimeout(go, 20))
    for (;;) {
      const end = rest.indexOf('\r\n\r\n')
      if (end < 0) break
      const head = rest.toString('latin1', 0, end)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (rest.length < end + 4 + length) break
      found.push({
        status: Number(head.split(' ')[1]),
        body: Buffer.from(rest.subarray(end + 4, end + 4 + length)),
      })
      rest = rest.subarray(end + 4 + length)
    }
    if (found.length === count) break
  }
  expect(rest).toHaveLength(0)
  return found
}

describe('UPL-08 files for slow clients', () => {
  test('every byte is that of its file, for many concurrent slow readers', async () => {
    const read = async ({ bytes, path }: (typeof files)[number], first: number) => {
      const socket = await openSocket()
      socket.write(toRequest(path, first > 0 ? [`range: bytes=${first}-`] : []))
      const [answer] = await readBodies(socket, 1)
      socket.destroy()
      expect(answer!.status).toBe(first > 0 ? 206 : 200)
      expect(digest(answer!.body)).toBe(digest(bytes.subarray(first)))
    }
    await Promise.all(files.flatMap(file => [read(file, 0), read(file, 1_234_567)]))
    await expect.poll(counts).toEqual({ running: 0, waiting: 0 })
  })

  test('responds to several concurrent requests over one connection in order, byte by byte', async () => {
    const socket = await openSocket()
    socket.write(files.map(({ path }) => toRequest(path)).join(''))
    const answers = await readBodies(socket, files.length)
    socket.destroy()
    expect(answers.map(({ body }) => digest(body))).toEqual(files.map(({ bytes }) => digest(bytes)))
    await expect.poll(counts).toEqual({ running: 0, waiting: 0 })
  })

  test('clients that leave while several of their requests wait release their files and their share', async () => {
    // Other systems than Linux have no such folder.
    const openFiles = () => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0)
    const before = openFiles()
    for (let n = 0; n < 5; n++) {
      const socket = await openSocket()
      socket.pause()
      socket.write(files.map(({ path }) => toRequest(path)).join(''))
      await expect.poll(() => counts().running).toBeGreaterThan(0)
      await new Promise(go => setTimeout(go, 300))
      socket.destroy()
    }
    await expect.poll(counts, { timeout: 20_000 }).toEqual({ running: 0, waiting: 0 })
    await expect.poll(openFiles, { timeout: 20_000 }).toBeLessThanOrEqual(before + 2)
    const [{ bytes, path }] = files as [(typeof files)[number]]
    const answer = Buffer.from(await (await fetch(app.origin + path)).arrayBuffer())
    expect(digest(answer)).toBe(digest(bytes))
  })

  test('a file that ends too early cuts the connection: the client takes no other response for its bytes', async () => {
    const [{ path }, { path: next }] = files as [(typeof files)[number], (typeof files)[number]]
    app.services.fileStore = {
      ...store,
      async readChunks(key, range) {
        const chunks = await store.readChunks(key, range)
        if (!chunks) return null
        async function* short() {
          let left = 3
          for await (const chunk of chunks!) {
            yield chunk
            if (--left === 0) return
          }
        }
        return { [Symbol.asyncIterator]: short, destroy: () => chunks.destroy() }
      },
    }
    const socket = await openSocket()
    let received = 0
    const closed = new Promise<void>(resolve => socket.on('close', () => resolve()))
    socket.on('error', () => undefined)
    socket.on('data', chunk => (received += chunk.length))
    socket.write(toRequest(path) + toRequest(next))
    await closed
    app.services.fileStore = store
    // Three chunks of 256 KiB: those of the second file, which is as short, do not follow them.
    expect(received).toBeLessThan(1_000_000)
  })
})
