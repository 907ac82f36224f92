import { connect, type Socket } from 'node:net'
import type { UploadState } from '@nestmark/contract/files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { beginUpload, toAudio, toDigest, uploadFile } from '../../../test/support/files.ts'
import { type Person, signIn } from '../../../test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** Begins a part that never ends. */
function stall({ token }: Person, { url, size }: UploadState): Socket {
  const { hostname, port } = new URL(app.origin)
  const socket = connect(Number(port), hostname)
  socket.write(
    `PUT ${url}/1 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
      `content-digest: ${toDigest(Buffer.alloc(1))}\r\ncontent-length: ${size}\r\n\r\nsome bytes`,
  )
  return socket
}

test('UPL-09 one person has six transfers at a time, and those of others continue', async () => {
  const [ada, eve] = [await signIn(app, 'ada', 2), await signIn(app, 'eve', 2)]
  const sockets: Socket[] = []
  try {
    for (let n = 0; n < 9; n++) sockets.push(stall(ada, await beginUpload(ada, 1000)))
    await expect.poll(() => app.services.transfers.counts(ada.id)).toEqual({ running: 6, waiting: 3 })
    expect(await uploadFile(app, eve, toAudio(1000))).toMatch(/\.mp3$/)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  // What waits for a client that disconnected ends too.
  await expect.poll(() => app.services.transfers.counts(ada.id)).toEqual({ running: 0, waiting: 0 })
  expect(await uploadFile(app, ada, toAudio(1000))).toMatch(/\.mp3$/)
})
