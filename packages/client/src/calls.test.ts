import { Refusal } from '@nestmark/contract/client'
import { saveLink } from '@nestmark/contract/links/links'
import { expect, test } from 'vitest'
import { createCalls } from './calls.ts'
import { createMemoryStorage } from './memoryStorage.testing.ts'
import { isInaccessible, isSessionEnd, isTransient, isUnreachable } from './refusals.ts'
import { createTokenStore } from './token.ts'

/** Creates a client whose requests are answered by a function. @returns also the requests and the reports of reachability */
function connect(answer: () => Response | Promise<Response>) {
  const requests: Request[] = []
  const reports: boolean[] = []
  const token = createTokenStore(createMemoryStorage().openTab(), () => undefined)
  const client = createCalls({
    base: 'https://links.example',
    token,
    tracker: {
      reportReachable: () => void reports.push(true),
      reportUnreachable: () => void reports.push(false),
    },
    send: async (address, init) => {
      requests.push(new Request(address, { ...init, credentials: 'omit' }))
      return answer()
    },
    headers: { 'x-test': 'of every call' },
  })
  return { client, token, requests, reports }
}

const answerWith = (status: number, body: object) => () => Response.json(body, { status })
const input = { link: 'https://example.org/', name: 'a', category: 3 as const }

test('a call reaches its server with the token of now, and without cookies', async () => {
  const { client, token, requests, reports } = connect(answerWith(200, { status: 200, data: { _id: 'l1' } }))
  token.set('a token')
  expect(await client.call(saveLink, input, { idempotencyKey: 'once' })).toEqual({ _id: 'l1' })
  token.set('another token')
  await client.call(saveLink, input)
  const [first, second] = requests
  expect(first!.url).toBe(`https://links.example/api/${saveLink.path}`)
  expect(first!.credentials).toBe('omit')
  expect(await first!.json()).toEqual(input)
  expect(Object.fromEntries(first!.headers)).toMatchObject({
    authorization: 'Bearer a token',
    'idempotency-key': 'once',
    'x-test': 'of every call',
  })
  expect(second!.headers.get('authorization')).toBe('Bearer another token')
  expect(reports).toEqual([true, true])
})

test.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), 0, false],
  ['a proxy without the server', answerWith(502, {}), 502, false],
  [
    'a refusal',
    answerWith(403, { status: 403, code: 'links.private', message: 'No.', data: null }),
    403,
    true,
  ],
  [
    'an ended key',
    answerWith(401, { status: 401, code: 'session.expired', message: 'No.', data: null }),
    401,
    true,
  ],
] as const)(
  'treats %s as a refusal, and shows whether the server is reachable',
  async (_, answer, status, reached) => {
    const { client, reports } = connect(answer as () => Promise<Response>)
    const refusal = await client.call(saveLink, input).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect((refusal as Refusal).status).toBe(status)
    expect(reports).toEqual([reached])
    expect({
      unreachable: isUnreachable(refusal),
      transient: isTransient(refusal as Refusal),
      inaccessible: isInaccessible(refusal),
      ended: isSessionEnd(refusal),
    }).toEqual({
      unreachable: !reached,
      transient: !reached,
      inaccessible: reached,
      ended: status === 401,
    })
  },
)

test('a call that its caller ends says nothing about the server', async () => {
  const ended = new AbortController()
  const { client, reports } = connect(() => {
    ended.abort()
    throw ended.signal.reason
  })
  await expect(client.call(saveLink, input, { signal: ended.signal })).rejects.toBe(ended.signal.reason)
  expect(reports).toEqual([])
})
