import { createHash, randomBytes } from 'node:crypto'
import {
  addKey,
  createConnectCode,
  deleteKey,
  exchangeConnectCode,
  listKeys,
} from '@nestmark/contract/apiKeys'
import { getUserData } from '@nestmark/contract/session'
import { generateApiKey } from '@nestmark/core/apiKey'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'
import { setPassword } from '../accounts/signIn/registerUser.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada')
})
afterAll(() => app.stop())

const random = () => randomBytes(32).toString('base64url')

/** Lets a person connect a program, and returns what that program then sends. */
async function connect(person: Person, name = 'Firefox on Linux') {
  const [state, verifier] = [random(), random()]
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const { code } = await person.call(createConnectCode, { name, state, challenge })
  return { code, state, verifier, challenge }
}
const exchange = ({ code, state, verifier }: Awaited<ReturnType<typeof connect>>) =>
  app.as(null)(exchangeConnectCode, { code, state, verifier })

test('EXT-01 a connected program gets a separate key, which its owner sees and ends', async () => {
  const { key, name } = await exchange(await connect(ada))
  expect(name).toBe('Firefox on Linux')
  expect((await app.as(key)(getUserData, {})).user_id).toBe(ada.id)
  const [listed, ...others] = await ada.call(listKeys, {})
  expect([listed, others]).toMatchObject([
    { name, scope: 'write', key: expect.stringContaining(key.slice(-4)) },
    [],
  ])
  await ada.call(deleteKey, { key: listed!._id })
  expect(await toOutcome(app.as(key)(getUserData, {}))).toBe('session.expired')
})

test('T05 a code works once; a second use ends the key that it gave', async () => {
  const asked = await connect(ada)
  const { key } = await exchange(asked)
  expect(await toOutcome(app.as(key)(getUserData, {}))).toBe('done')
  expect(await toOutcome(exchange(asked))).toBe('keys.codeInvalid')
  expect(await toOutcome(app.as(key)(getUserData, {}))).toBe('session.expired')
  expect(await ada.call(listKeys, {})).toEqual([])
})

test('T05 of many concurrent exchanges one succeeds, and its key ends', async () => {
  const asked = await connect(ada)
  const ends = await Promise.allSettled(Array.from({ length: 5 }, () => exchange(asked)))
  const won = ends.filter(end => end.status === 'fulfilled')
  expect(won).toHaveLength(1)
  expect(await toOutcome(app.as(won[0]!.value.key)(getUserData, {}))).toBe('session.expired')
})

test('T05 a code needs its state and verifier, ends after a minute, and a wrong attempt uses it up', async () => {
  const wrong = [{ state: random() }, { verifier: random() }, { code: 'nmc_guessed' }]
  for (const change of wrong) {
    const asked = await connect(ada)
    expect(await toOutcome(exchange({ ...asked, ...change }))).toBe('keys.codeInvalid')
    if (!('code' in change)) expect(await toOutcome(exchange(asked))).toBe('keys.codeInvalid')
  }
  // A user who sees the page address knows the challenge, which is no verifier.
  const seen = await connect(ada)
  expect(await toOutcome(exchange({ ...seen, verifier: seen.challenge }))).toBe('keys.codeInvalid')
  const late = await connect(ada)
  app.clock.now += 60_000
  expect(await toOutcome(exchange(late))).toBe('keys.codeInvalid')
  expect(await ada.call(listKeys, {})).toEqual([])
})

test('T02 the database has neither the code nor its state', async () => {
  const { code, state } = await connect(ada)
  const rows = JSON.stringify(await app.services.db.read.selectFrom('connect_codes').selectAll().execute())
  expect(rows).not.toContain(code)
  expect(rows).not.toContain(state)
})

test('T13 a key cannot connect another program', async () => {
  const { key } = await exchange(await connect(ada))
  const asked = { name: 'Another', state: random(), challenge: random() }
  expect(await toOutcome(app.as(key)(createConnectCode, asked))).toBe('keys.notAllowed')
})

test('T03 a new password ends a connection in progress', async () => {
  const asked = await connect(ada)
  await setPassword(app.services, ada.id, 'a new and longer one', { deleteApiKeys: true })
  expect(await toOutcome(exchange(asked))).toBe('keys.codeInvalid')
})

test('KEY-01 rejects a connection where there are fifty keys', async () => {
  const zoe = await signIn(app, 'zoe')
  const fresh = () => generateApiKey(bytes => randomBytes(bytes))
  for (let n = 0; n < 50; n++) await zoe.call(addKey, { key: fresh(), name: `Program ${n}` })
  expect(await toOutcome(exchange(await connect(zoe)))).toBe('keys.tooMany')
})
