import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { unzip } from '../../test/support/zip.ts'
import { createZipStream, type ZipEntry } from './zipStream.ts'

async function* toChunks(...chunks: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk)
}
const at = Date.UTC(2026, 10, 25, 12, 30, 15)

test('stores or compresses entries, also empty ones and names beyond ASCII', async () => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield {
      path: 'files/Ä 愛 👩‍👧.txt',
      at,
      isCompressed: true,
      chunks: toChunks('long '.repeat(1000), '', 'end'),
    }
    yield { path: 'files/stored', at, isCompressed: false, chunks: toChunks('a', '', 'b') }
    yield { path: 'files/empty', at, isCompressed: false, chunks: toChunks() }
    yield { path: 'files/compressed empty', at, isCompressed: true, chunks: toChunks('') }
  }
  const files = await unzip(await buffer(createZipStream(entries())))
  expect([...files].map(([path, { bytes, isStored }]) => [path, bytes.toString(), isStored])).toEqual([
    ['files/Ä 愛 👩‍👧.txt', `${'long '.repeat(1000)}end`, false],
    ['files/stored', 'ab', true],
    ['files/empty', '', true],
    ['files/compressed empty', '', false],
  ])
})

test('writes more entries than 65,535 as ZIP64', async () => {
  const total = 65_600
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let n = 0; n < total; n++)
      yield { path: `files/${n}`, at, isCompressed: false, chunks: toChunks(String(n)) }
  }
  const bytes = await buffer(createZipStream(entries()))
  let seen = 0
  const last = await unzip(bytes, path => ++seen > 0 && path === `files/${total - 1}`)
  expect([seen, last.get(`files/${total - 1}`)?.bytes.toString()]).toEqual([total, String(total - 1)])
})

test('an error of an entry destroys the ZIP', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a')
    throw new Error('broken')
  }
  async function* entries(isCompressed: boolean): AsyncGenerator<ZipEntry> {
    yield { path: 'broken', at, isCompressed, chunks: broken() }
  }
  for (const isCompressed of [false, true])
    await expect(buffer(createZipStream(entries(isCompressed)))).rejects.toThrow('broken')
})

test('entries end when the reader disconnects', async () => {
  let ended = 0
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.alloc(10_000)
    } finally {
      ended++
    }
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    try {
      for (;;) yield { path: 'endless', at, isCompressed: true, chunks: endless() }
    } finally {
      ended++
    }
  }
  const zip: Readable = createZipStream(entries())
  for await (const chunk of zip) {
    expect(chunk.length).toBeGreaterThan(0)
    break
  }
  await expect.poll(() => ended).toBeGreaterThan(0)
})
