import type { Operation } from '@nestmark/contract/operation'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signIn } from '../support/people.ts'
import {
  listFields,
  type Input,
  oddInputs,
  oddValue,
  seed,
  surrogates,
  withField,
} from './oddInputs.testing.ts'
import { roles } from './roles.testing.ts'
import type { Row } from './row.testing.ts'
import { rows } from './rows.testing.ts'
import { createFixture, settled, type Fixture } from './fixture.testing.ts'

const runsOfEach = 12

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
// Resets the rate limits, because a rejection by a rate limit is independent of the input.
beforeEach(() => {
  fixture.app.clock.now += 600_000
})
afterAll(async () => {
  await settled(fixture.app)
  await fixture.app.stop()
})

/** One row for each operation of the contract, which supplies a valid input. */
const targets = [...new Map(rows.toReversed().map(row => [row.op.path, row])).values()].toReversed()
const posts = targets.filter(({ op }) => op.method === 'POST' && op.transport !== 'upload')
const named = (list: readonly Row[]) => list.map(row => [row.op.path, row] as const)

interface Answer {
  status: number
  body: { code?: string; errors?: { path: string; code: string; message: string }[] }
}

async function send(op: Operation, token: string | null, body: string): Promise<Answer> {
  const answer = await fetch(`${fixture.app.origin}/api/${op.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body,
  })
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  const text = await answer.text()
  return { status: answer.status, body: isJson ? JSON.parse(text) : {} }
}

/** Checks that there is no server error, and that a rejected input names its errors. */
function judge(op: Operation, sent: string, { status, body }: Answer): void {
  const what = `${op.path} ${sent.slice(0, 200)} → ${status} ${body.code}`
  expect(status, what).toBeLessThan(500)
  if (status !== 400) return
  expect(body.errors?.length, what).toBeGreaterThan(0)
  for (const error of body.errors!)
    expect([typeof error.path, typeof error.code, error.message !== ''], what).toEqual([
      'string',
      'string',
      true,
    ])
}

const baseOf = async (row: Row) => (await row.input(fixture.resources.team, roles[0])) as Input
const isForVisitors = ({ access }: Operation) => access !== 'person' && access !== 'account'
/** Returns the owner, or a new person for operations that end an account. */
const callerOf = async (row: Row) =>
  row.spare ? (await signIn(fixture.app, 'nick')).token : fixture.people.owner.token

/** Runs on one database only, for inputs that are rejected before any database access. */
const onOne = test.skipIf(Boolean(process.env.NESTMARK_TEST_POSTGRES))

describe('X12 every operation rejects invalid input in the same path', () => {
  test('X12 covers every operation of the contract', () => {
    expect(new Set(targets.map(row => row.op.path))).toEqual(new Set(rows.map(row => row.op.path)))
    expect(targets.length).toBeGreaterThan(110)
  })

  test.each(named(posts))('X12 fuzz %s', async (_path, row) => {
    const base = await baseOf(row)
    const fields = listFields(row.op, base)
    const odd = fc.asyncProperty(oddInputs(fields, base), async input => {
      const sent = JSON.stringify(input) ?? 'null'
      // An operation that is not for visitors responds 401 to them for any input.
      const callers = [await callerOf(row), ...(isForVisitors(row.op) ? [null] : [])]
      for (const token of callers) judge(row.op, sent, await send(row.op, token, sent))
    })
    await fc.assert(odd, { seed, numRuns: runsOfEach, endOnFailure: true })
  })

  onOne.each(named(posts))(
    'X12 responds 400 to a text that no database stores, in every field of %s',
    async (_path, row) => {
      const base = await baseOf(row)
      const token = await callerOf(row)
      const odd = [surrogates[0], 'nul\0within', ['ok', surrogates[2]], { '\ud800': 1 }]
      for (const [at, name] of listFields(row.op, base).entries())
        // A single check covers all texts, so one invalid text per field is enough, and all of them for one field.
        for (const value of at === 0 ? odd : [odd[at % odd.length]]) {
          const answer = await send(row.op, token, JSON.stringify(withField(base, name, value)))
          expect([name, answer.status, answer.body.code]).toEqual([name, 400, 'request.textInvalid'])
          expect(answer.body.errors![0]!.path.split('.')[0]).toBe(name)
        }
    },
  )

  onOne('X12 answers bodies that nest 100,000 levels, or are no UTF-8, with 400 everywhere', async () => {
    const levels = 100_000
    const bodies = [
      '['.repeat(levels) + ']'.repeat(levels),
      `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
      `{"folder_id":${'['.repeat(levels)}${']'.repeat(levels)}}`,
      '['.repeat(levels),
    ]
    for (const { op } of posts) {
      const answer = await send(op, fixture.people.owner.token, bodies[2]!)
      expect([op.path, answer.status, answer.body.code]).toEqual([op.path, 400, 'request.tooDeep'])
    }
    const codes = []
    for (const body of bodies) codes.push((await send(posts[0]!.op, null, body)).body.code)
    expect(codes).toEqual(['request.tooDeep', 'request.tooDeep', 'request.tooDeep', 'request.notJson'])
    const raw = await fetch(`${fixture.app.origin}/api/add-new-tags`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${fixture.people.owner.token}` },
      body: Buffer.concat([Buffer.from('{"tags":["'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"]}')]),
    })
    expect([raw.status, (await raw.json()).code]).toEqual([400, 'request.notJson'])
  })

  test('X12 names of Object.prototype members are ordinary names', async () => {
    for (const { op } of posts) {
      const body = '{"__proto__":{"folder_id":"x","isTrash":1},"constructor":{"prototype":{"polluted":1}}}'
      judge(op, body, await send(op, null, body))
    }
    expect(({} as Input).polluted).toBeUndefined()
  })
})

describe('X12 invalid addresses, forms and headers', () => {
  const odd = [
    '%00',
    'a%00b',
    '%ED%A0%80',
    '%FF',
    '%',
    '%E2%80%AE',
    `${'x'.repeat(300)}`,
    '..%2f..%2f',
    '%F0%9F%91%A9',
  ]

  test('X12 in paths and queries of calls, pages, pictures, feeds and short addresses', async () => {
    const of = (text: string) => [
      `/api/l/${text}`,
      `/api/events?age=${text}`,
      `/api/events?${text}=1`,
      `/api/${text}`,
      `/api/auth/${text}`,
      `/api/auth/get-session?x=${text}`,
      `/pictures/${text}`,
      `/pictures/none?p=${text}`,
      `/profile-images/${text}`,
      `/f/${text}/a.png?e=1&s=&m=x`,
      `/f/none/${text}?e=${text}&s=${text}&m=${text}`,
      `/files/uploads/${text}/1`,
      `/s/${text}`,
      `/c/${text}`,
      `/c/${text}/feed.xml`,
      `/l/${text}`,
      `/assets/${text}`,
      `/${text}`,
    ]
    for (const path of odd.flatMap(of))
      for (const token of [fixture.people.owner.token, null]) {
        const stop = new AbortController()
        const answer = await fetch(fixture.app.origin + path, {
          redirect: 'manual',
          signal: stop.signal,
          headers: token ? { authorization: `Bearer ${token}` } : {},
        })
        expect(answer.status, path).toBeLessThan(500)
        if (path.includes('%00')) expect(answer.status, path).toBeGreaterThanOrEqual(400)
        stop.abort()
      }
  })

  test('X12 in the names, values and types of forms', async () => {
    const part = (name: string, value: string | Buffer, more = '', type = '') =>
      Buffer.concat([
        Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n${type}\r\n`),
        Buffer.from(value),
        Buffer.from('\r\n'),
      ])
    const file = (more = 'f.html') =>
      part('file', '<DL><DT><A HREF="http://127.0.0.1:9/">x</A></DL>', `; filename="${more}"`)
    const utf16 = 'Content-Type: text/plain; charset=utf-16le\r\n'
    const forms = [
      [part('parent', Buffer.from('\ud800', 'utf16le'), '', utf16), file()],
      [part('parent', 'a\0b'), file()],
      [part('a\0b', 'x'), file()],
      [part('__proto__', 'x'), part('parent', 'nowhere'), file()],
      [part('parent', 'x'.repeat(5000)), file()],
      [part('parent', 'nowhere'), file('a\0b.html')],
      [part('parent', 'nowhere')],
      [Buffer.from('no form at all')],
      [],
    ]
    for (const path of ['import-bookmarks', 'profile-image'])
      for (const [at, parts] of forms.entries())
        for (const type of [
          'multipart/form-data; boundary=b',
          'multipart/form-data',
          'multipart/form-data; boundary=',
        ]) {
          const answer = await fetch(`${fixture.app.origin}/api/${path}`, {
            method: 'POST',
            headers: { 'content-type': type, authorization: `Bearer ${fixture.people.owner.token}` },
            body: Buffer.concat([...parts, Buffer.from('--b--\r\n')]),
          })
          const body = (await answer.json()) as Answer['body']
          judge({ path } as Operation, `form ${at} ${type}`, { status: answer.status, body })
          expect(answer.status, `${path} form ${at} ${type}`).toBeGreaterThanOrEqual(400)
        }
  })

  test('X12 in the sign-in calls', async () => {
    const fields = ['email', 'password', 'name', 'token', 'code', 'newPassword', 'callbackURL', 'rememberMe']
    const calls = [
      'sign-in/email',
      'sign-up/email',
      'request-password-reset',
      'reset-password',
      'update-profile',
    ]
    const good = { email: 'fuzz@example.org', password: 'correct-horse-9', name: 'Fuzz' }
    const post = (call: string, body: string) =>
      fetch(`${fixture.app.origin}/api/auth/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    for (const call of calls)
      for (const name of fields) {
        const answer = await post(call, JSON.stringify({ ...good, [name]: '\ud800' }))
        expect([call, name, answer.status, (await answer.json()).code]).toEqual([
          call,
          name,
          400,
          'INVALID_TEXT',
        ])
      }
    for (const value of fc.sample(oddValue, { seed, numRuns: 20 })) {
      const answer = await post('sign-in/email', JSON.stringify({ ...good, email: value }))
      expect(answer.status, JSON.stringify(value)?.slice(0, 100)).toBeLessThan(500)
    }
  })
})
