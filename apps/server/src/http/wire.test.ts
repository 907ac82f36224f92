import { authOperations } from '@nestmark/contract/auth/auth'
import type { AuthOperation } from '@nestmark/contract/auth/authOperation'
import { createCollection } from '@nestmark/contract/collections'
import { uploadTarget } from '@nestmark/contract/files'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../routes.ts'
import { startApp, type TestApp } from '../test/support/app.ts'
import { type Person, signIn } from '../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada')
})
afterAll(() => app.stop())

const post = (path: string, body: BodyInit | undefined, headers: Record<string, string> = {}) =>
  fetch(`${app.origin}/api/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, ...headers },
    body,
  })
const json = { 'content-type': 'application/json' }

describe('the wire format', () => {
  test('every response has its status twice, and an empty body is an empty object', async () => {
    for (const body of [undefined, '', '{}']) {
      const answer = await post('get-folder-chain', body, body === undefined ? {} : json)
      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        { status: 200, message: 'OK', data: {} },
      ])
    }
  })

  test('invalid JSON, a non-object or an unknown call gets 400 or 404', async () => {
    const outcomes = await Promise.all([
      post('create-folder', '{"name":', json),
      post('create-folder', '[1]', json),
      post('create-folder', '"x"', json),
      post('create-folder', '<x/>', { 'content-type': 'application/xml' }),
      post('no-such-call', '{}', json),
    ])
    expect(outcomes.map(answer => answer.status)).toEqual([400, 400, 400, 400, 404])
    for (const answer of outcomes)
      expect(await answer.json()).toMatchObject({ status: answer.status, data: null })
  })

  test('rejects a body that is too large with 413', async () => {
    const answer = await post('create-folder', JSON.stringify({ name: 'x'.repeat(5_000_000) }), json)
    expect(answer.status).toBe(413)
  })

  test('X12 a form that ends inside its file gets 400, in every call that takes a file', async () => {
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    const part = (name: string, value: string, more = '') =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}`
    const file = (name: string, bytes: string) => part('file', bytes, `; filename="${name}"`)
    const bodies = [
      file('a', 'abc'),
      file('a', 'x'.repeat(300_000)),
      file('a', ''),
      file('a\0b', 'abc'),
      part('parent', 'x'),
      `${file('a', 'abc')}\r\n${part('parent', 'x')}`,
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n',
    ]
    const paths = routes
      .map(({ op }) => op)
      .filter(op => op.transport === 'upload')
      .map(op => op.path)
    expect(paths.length).toBeGreaterThan(2)
    for (const path of paths) {
      // Imports share a limit of calls.
      const { token } = await signIn(app, path)
      const headers = { ...type, authorization: `Bearer ${token}` }
      for (const body of bodies) expect([path, (await post(path, body, headers)).status]).toEqual([path, 400])
    }
    for (const body of bodies) {
      const { url, fields } = await ada.call(uploadTarget, {
        key: 'song.mp3',
        size: 300_000,
        content_type: 'audio/mpeg',
      })
      const signed = Object.entries(fields).map(([name, value]) => `${part(name, value)}\r\n`)
      const answer = await fetch(app.origin + url, {
        method: 'POST',
        headers: type,
        body: signed.join('') + body,
      })
      expect(answer.status).toBe(400)
    }
    expect((await post('get-folder-chain', '{}', json)).status).toBe(200)
  })

  test('lists invalid fields with code and message', async () => {
    const answer = await post('create-folder', JSON.stringify({ name: '' }), json)
    expect(await answer.json()).toMatchObject({
      status: 400,
      message: 'Collection Name is required',
      errors: [{ path: 'name', code: 'collections.nameRequired', message: 'Collection Name is required' }],
    })
  })

  test('T09 rejects other origins, and cookies do not authenticate', async () => {
    const answer = await fetch(`${app.origin}/api/get-folder-chain`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', cookie: `token=${ada.token}` },
    })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, null])
  })

  test('T18 T15 every response has the headers: calls, refusals, missing files, pages', async () => {
    for (const path of ['/api/health', '/api/no-such-call', '/pictures/none', '/dashboard']) {
      const { headers } = await fetch(app.origin + path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    }
    expect((await fetch(`${app.origin}/token?q=x`)).headers.get('referrer-policy')).toBe('no-referrer')
    expect((await fetch(`${app.origin}/api/health`)).headers.get('cache-control')).toBe('no-store')
  })

  test('Z12 ids are random, 128 bits, and nothing counts up', async () => {
    const made = await Promise.all(['a', 'b', 'c'].map(name => ada.call(createCollection, { name })))
    for (const { _id } of made) expect(_id).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(new Set(made.map(each => each._id.slice(0, 6))).size).toBe(3)
  })

  test('an internal error reveals no details', async () => {
    const answer = await post('get-folder-data', JSON.stringify({ folder_id: '\u0000' }), json)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await answer.text()).not.toMatch(/select|sqlite|postgres|at \//i)
  })
})

test('KEY-02 the API page and the OpenAPI document contain every call', async () => {
  const document = (await (await fetch(`${app.origin}/api/openapi.json`)).json()) as {
    openapi: string
    paths: Record<string, Record<string, { operationId: string; tags?: string[]; responses: object }>>
  }
  expect(document.openapi).toBe('3.1.0')
  const accounts = Object.entries<AuthOperation>(authOperations)
  const paths = [...routes.map(({ op }) => op.path), ...accounts.map(([, op]) => `auth${op.path}`)]
  const byteAddresses = [
    '/f/{file}/{name}',
    '/files/profile-images/{token}',
    '/files/upload',
    '/files/uploads/{upload_id}/{number}',
  ]
  expect(Object.keys(document.paths).sort()).toEqual(
    [...paths.map(path => `/api/${path}`), ...byteAddresses].sort(),
  )
  for (const [name, { path, method, errors }] of accounts) {
    const call = document.paths[`/api/auth${path}`]![method.toLowerCase()]!
    expect([call.operationId, call.tags]).toEqual([`auth.${name}`, ['Accounts']])
    for (const code of errors) expect(JSON.stringify(call.responses)).toContain(code)
  }
  const page = await (await fetch(`${app.origin}/api/docs`)).text()
  for (const path of paths) expect(page).toContain(`/api/${path}</code>`)
})
