import { connect, type Socket } from 'node:net'
import { createCollection } from '@nestmark/contract/collections'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../test/support/app.ts'
import { type Person, signIn } from '../test/support/people.ts'

let app: TestApp
let ada: Person
let port: number
beforeAll(async () => {
  app = await startApp({
    publicUrl: 'https://links.example.org',
    incoming: { headers: 2_000, idle: 3_000, total: 600_000 },
  })
  ada = await signIn(app, 'ada')
  port = Number(new URL(app.origin).port)
})
afterAll(() => app.stop())

interface Raw {
  status: number
  headers: Record<string, string>
  body: string
}

/** Sends bytes unchanged, and returns the response once the connection ends. */
function raw(text: string, onOpen?: (socket: Socket) => void): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const pieces: Buffer[] = []
    socket.on('data', piece => pieces.push(piece))
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', ...rest] = Buffer.concat(pieces).toString().split('\r\n\r\n')
      const [first = '', ...lines] = head.split('\r\n')
      const headers = lines.map(line => {
        const at = line.indexOf(':')
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
      })
      resolve({
        status: Number(first.split(' ')[1]),
        headers: Object.fromEntries(headers),
        body: rest.join('\r\n\r\n'),
      })
    })
    socket.write(text)
    onOpen?.(socket)
  })
}
const call = (method: string, path: string, more = '') =>
  raw(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`)

function expectGuarded(where: string, { headers }: Raw): void {
  expect([where, headers['x-content-type-options']]).toEqual([where, 'nosniff'])
  expect(headers['content-security-policy'], where).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  expect(headers['permissions-policy'], where).toContain('camera=()')
  expect(headers['cross-origin-resource-policy'], where).toBe('same-origin')
  expect(headers['cross-origin-opener-policy'], where).toBe('same-origin-allow-popups')
  expect(headers['referrer-policy'], where).toBeDefined()
  expect(headers['strict-transport-security'], where).toBe('max-age=31536000')
}

describe('T18 responses sent before routing have the headers too', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH']

  test('T18 malformed addresses', async () => {
    for (const path of ['/%', '/%zz', '/api/%', '/l/%ff%', '/pictures/%E0%A4%A'])
      for (const method of methods) {
        const answer = await call(method, path)
        expect([method, path, answer.status < 500]).toEqual([method, path, true])
        expectGuarded(`${method} ${path}`, answer)
      }
    expect((await call('GET', '/%')).status).toBe(400)
    const api = await call('GET', '/api/%')
    expect(JSON.parse(api.body)).toMatchObject({ status: 400, data: null, errors: [{ path: '' }] })
  })

  test('T18 malformed HTTP, and rejected headers, addresses and expectations', async () => {
    const cases: [string, string, number][] = [
      ['no HTTP', 'hello\r\n\r\n', 400],
      ['a broken header', 'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n', 400],
      ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na', 400],
      ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
      ['a version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n', 400],
      ['a header of 100 kB', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(100_000)}\r\n\r\n`, 431],
      [
        'an address of 90 kB',
        `GET /add-link/?${'a'.repeat(90_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        200,
      ],
      ['an address of 100 kB', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
      ['an expectation', 'POST / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nContent-Length: 0\r\n\r\n', 417],
      ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n', 404],
    ]
    for (const [name, text, status] of cases) {
      const answer = await raw(text)
      expect([name, answer.status]).toEqual([name, status])
      expectGuarded(name, answer)
    }
  })

  test('T18 responds to an address that is too long with a message, not with JSON', async () => {
    const { headers, body } = await raw(`GET /add-link/?${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toMatch(/^This request is too long\. .*\.$/)
  })

  test('T18 every method, on existing and missing paths', async () => {
    for (const path of [
      '/',
      '/api/health',
      '/api/create-folder',
      '/pictures/none',
      '/assets/none.js',
      '/none',
    ])
      for (const method of methods) expectGuarded(`${method} ${path}`, await call(method, path))
  })
})

describe('an unknown path of the API responds 404 in the standard format', () => {
  test('T18 for every method, also where other paths would serve the page', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/no-such-call',
      '/api/no/such/call',
      '/api/create-folder/x',
      '/api/l',
    ])
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        const answer = await call(method, path, method === 'GET' ? '' : 'Content-Length: 0\r\n')
        expect([method, path, answer.status]).toEqual([method, path, 404])
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
        expect(JSON.parse(answer.body)).toMatchObject({
          status: 404,
          code: 'request.unknownPath',
          data: null,
        })
      }
    // An operation has one method.
    expect((await call('GET', '/api/create-folder')).status).toBe(404)
    expect((await call('HEAD', '/api/no-such-call')).status).toBe(404)
  })
})

describe('S14 calls that stall', () => {
  const head = (length: number) =>
    `POST /api/create-folder HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${length}\r\n`

  test('S14 rejects a stalled body with 408, like stalled headers', async () => {
    const [body, none, headers, chunked] = await Promise.all([
      raw(`${head(100)}\r\n{"name":`),
      raw(`${head(100)}\r\n`),
      raw(head(100)),
      raw(
        `POST /api/create-folder HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"nam`,
      ),
    ])
    for (const [name, answer] of Object.entries({ body, none, headers, chunked })) {
      expect([name, answer.status]).toEqual([name, 408])
      expectGuarded(name, answer)
      expect(JSON.parse(answer.body)).toMatchObject({ status: 408, code: 'request.tooSlow' })
    }
  })

  test('S14 a stalled upload ends too, and leaves no connection open', async () => {
    const answer = await raw(
      `POST /api/import-bookmarks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="file"; filename="f.html"\r\n\r\n<DL>',
    )
    expect(answer.status).toBe(408)
    expectGuarded('upload', answer)
    const connections = () =>
      new Promise<number>((resolve, reject) =>
        app.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      )
    await expect.poll(connections).toBe(0)
  })

  test('S14 accepts a slow body that makes progress, however long it takes', async () => {
    const text = JSON.stringify({ name: 'Slowly' })
    const answer = await raw(`${head(text.length)}Connection: close\r\n\r\n`, socket => {
      let at = 0
      // 17 pieces, together longer than the idle limit of a body.
      const timer = setInterval(() => {
        socket.write(text[at++]!)
        if (at === text.length) clearInterval(timer)
      }, 250)
    })
    expect(answer.status).toBe(200)
    expect((await ada.call(createCollection, { name: 'After' })).name).toBe('After')
  })
})
