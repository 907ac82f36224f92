import { addKey } from '@nestmark/contract/apiKeys'
import { addTags } from '@nestmark/contract/tags'
import { generateApiKey } from '@nestmark/core/apiKey'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { serveStatic } from '../pages/static.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => app.stop())

/** Requests without decompression, which `fetch` would apply. */
function ask(url: string, coding: string, token = '') {
  return new Promise<{ headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    const headers = { 'accept-encoding': coding, ...(token && { authorization: `Bearer ${token}` }) }
    const asked = request(url, { method: token ? 'POST' : 'GET', headers }, answer => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(pieces) }))
    })
    asked.on('error', reject).end()
  })
}

const addTagsNamed = (count: number) =>
  ada.call(addTags, { tags: Array.from({ length: count }, (_, n) => `a rather long label ${n}`) })

test('compresses a list of 1 kB and more for clients that accept it, without changes, and not a small one', async () => {
  const url = `${app.origin}/api/get-all-tags`
  const small = await ask(url, 'gzip, br', ada.token)
  expect(small.body.length).toBeLessThan(1024)
  expect(small.headers['content-encoding']).toBeUndefined()
  for (const count of [40, 2000]) {
    await addTagsNamed(count)
    const plain = await ask(url, 'identity', ada.token)
    expect([plain.headers['content-encoding'], plain.body.length]).toEqual([undefined, expect.any(Number)])
    const compressed = await ask(url, 'gzip, deflate, br', ada.token)
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(compressed.body.length),
      vary: expect.stringContaining('Accept-Encoding'),
    })
    expect(compressed.body.length).toBeLessThan(plain.body.length / 3)
    expect(gunzipSync(compressed.body).equals(plain.body)).toBe(true)
    // Again, from the cache.
    expect(gunzipSync((await ask(url, 'gzip', ada.token)).body).equals(plain.body)).toBe(true)
  }
})

test('the same response has other lengths, so that they do not reveal what it contains', async () => {
  await addTagsNamed(40)
  const lengths = new Set<number>()
  for (let n = 0; n < 12; n++)
    lengths.add((await ask(`${app.origin}/api/get-all-tags`, 'gzip', ada.token)).body.length)
  expect(lengths.size).toBeGreaterThan(1)
})

test('does not compress a list of keys', async () => {
  for (let n = 0; n < 10; n++)
    await ada.call(addKey, { key: generateApiKey(randomBytes), name: `a rather long name ${n}` })
  const { headers, body } = await ask(`${app.origin}/api/get-all-keys`, 'gzip', ada.token)
  expect(body.length).toBeGreaterThan(1024)
  expect(headers['content-encoding']).toBeUndefined()
})

test('serves the files of the page in the precompressed form of the build', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'nestmark-page-'))
  const script = Buffer.from(`console.log(${JSON.stringify('nest '.repeat(1000))})`)
  mkdirSync(join(dir, 'assets'))
  writeFileSync(join(dir, 'index.html'), '<p>')
  for (const name of ['assets/app-1.js', 'sw.js']) {
    writeFileSync(join(dir, name), script)
    writeFileSync(join(dir, `${name}.br`), brotliCompressSync(script))
    writeFileSync(join(dir, `${name}.gz`), gzipSync(script))
  }
  const server = fastify()
  await serveStatic(
    server,
    app.services.config,
    { readPreview: async () => null, readContent: async () => null, hasAccounts: async () => true },
    () => undefined,
    dir,
  )
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  try {
    for (const path of ['/assets/app-1.js', '/sw.js']) {
      const plain = await ask(origin + path, 'identity')
      const [br, gz] = [await ask(origin + path, 'gzip, deflate, br'), await ask(origin + path, 'gzip')]
      expect(plain.body.equals(script)).toBe(true)
      expect([br, gz].map(each => each.headers['content-encoding'])).toEqual(['br', 'gzip'])
      expect(brotliDecompressSync(br.body).equals(script)).toBe(true)
      expect(gunzipSync(gz.body).equals(script)).toBe(true)
      for (const { headers } of [plain, br, gz]) {
        expect(headers['content-type']).toMatch(/javascript/)
        expect(headers['cache-control']).toMatch(path === '/sw.js' ? /no-cache/ : /immutable/)
      }
    }
  } finally {
    await server.close()
    rmSync(dir, { recursive: true, force: true })
  }
})
