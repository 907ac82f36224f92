import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mailsSent, startApp, type TestApp } from '../../../test/support/app.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ForgedFields, newDevice } from '../secondFactor/authenticator.testing.ts'
import { newAccount, openBrowser, program } from './browser.testing.ts'
import { passkeySite } from './passkeySite.ts'

let app: TestApp
let began: number
beforeAll(async () => {
  app = await startApp()
  began = app.clock.now
})
// An hour resets the rate limits. The days that a test adds are reverted, because the library dates some rows by the
// real clock.
afterEach(() => {
  began += 3_600_001
  app.clock.now = began
})
afterAll(() => app.stop())

const site = () => passkeySite(app.services.config)!

async function register() {
  const person = newAccount()
  const browser = openBrowser(app)
  const { body } = await browser.post('/sign-up/email', person)
  return { ...person, id: body.user.id as string, browser }
}

async function withPasskey() {
  const person = await register()
  const device = newDevice(site())
  const options = (await person.browser.post('/passkeys/begin')).body
  const added = await person.browser.post('/passkeys/add', {
    name: 'My phone',
    response: device.make(options),
  })
  expect(added.body).toEqual({ id: expect.any(String) })
  return { ...person, device, passkeyId: added.body.id as string }
}

const ask = async () => (await openBrowser(app).get('/passkeys/ask')).body as { challenge: string }
const rows = (userId: string) =>
  app.services.db.read.selectFrom('passkeys').selectAll().where('user_id', '=', userId).execute()

test('ACC-02 T02 creates a passkey, announces it by email, lists, names and removes it, and signs in with it', async () => {
  const ada = await withPasskey()
  await mailsSent(app)
  const listed = (await ada.browser.get('/passkeys')).body
  expect(listed).toEqual({
    site: site(),
    passkeys: [
      { id: ada.passkeyId, name: 'My phone', synced: false, createdAt: app.clock.now, lastUsedAt: null },
    ],
  })
  const again = (await ada.browser.post('/passkeys/begin')).body
  expect(again.excludeCredentials).toEqual([expect.objectContaining({ id: ada.device.id })])
  expect(again.authenticatorSelection).toMatchObject({
    residentKey: 'required',
    userVerification: 'required',
  })

  app.clock.now += 60_000
  const elsewhere = openBrowser(app)
  const signedIn = await elsewhere.post('/passkeys/sign-in', {
    response: ada.device.sign(await ask(), ada.id),
  })
  expect(signedIn.status).toBe(200)
  expect(signedIn.token).toMatch(/^nms_/)
  expect((await elsewhere.get('/get-session')).body.user.email).toBe(ada.email)
  expect((await elsewhere.get('/get-session')).body.session.token).toBeUndefined()
  const sessions = await app.services.db.read.selectFrom('session').select('token').execute()
  expect(JSON.stringify(sessions)).not.toContain(signedIn.token!)
  // The session is like any other: a one-time code hands it off.
  const handed = await elsewhere.post('/hand-over', {
    client: 'app',
    state: 's'.repeat(20),
    code_challenge: 'c'.repeat(43),
    redirect: '/tags',
  })
  expect(handed.body.code).toMatch(/^nmc_/)

  expect((await ada.browser.post('/passkeys/rename', { id: ada.passkeyId, name: ' Пульт ' })).status).toBe(
    200,
  )
  expect((await ada.browser.get('/passkeys')).body.passkeys).toEqual([
    expect.objectContaining({ name: 'Пульт', lastUsedAt: app.clock.now }),
  ])
  expect((await ada.browser.post('/passkeys/remove', { id: ada.passkeyId })).status).toBe(200)
  expect(await rows(ada.id)).toEqual([])
  const refused = await openBrowser(app).post('/passkeys/sign-in', {
    response: ada.device.sign(await ask(), ada.id),
  })
  expect([refused.status, refused.body.code, refused.token]).toEqual([401, 'PASSKEY_UNKNOWN', null])
})

test('T05 a signature signs in once, within five minutes, and only for a login challenge', async () => {
  const ada = await withPasskey()
  const response = ada.device.sign(await ask(), ada.id)
  const tries = await Promise.all(
    Array.from({ length: 4 }, () => openBrowser(app).post('/passkeys/sign-in', { response })),
  )
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])

  const late = ada.device.sign(await ask(), ada.id)
  app.clock.now += 5 * 60_000
  expect((await openBrowser(app).post('/passkeys/sign-in', { response: late })).status).toBe(401)

  // A challenge for another purpose, and forged ones.
  const toAdd = (await ada.browser.post('/passkeys/begin')).body
  for (const challenge of [toAdd.challenge, 'A'.repeat(51), ''])
    expect(
      (await openBrowser(app).post('/passkeys/sign-in', { response: ada.device.sign({ challenge }, ada.id) }))
        .status,
    ).toBe(401)
})

test('T04 T06 a signature for another site, by another person or without user verification opens nothing', async () => {
  const ada = await withPasskey()
  const eve = await withPasskey()
  const forgeries: ForgedFields[] = [
    { origin: 'https://evil.example' },
    { origin: app.origin },
    { origin: 'http://localhost.evil.example' },
    { origin: 'https://localhost' },
    { site: 'evil.example' },
    { verified: false },
    { type: 'webauthn.create' },
    { userHandle: Buffer.from(eve.id).toString('base64url') },
  ]
  for (const overrides of forgeries) {
    const response = ada.device.sign(await ask(), ada.id, overrides)
    const answer = await openBrowser(app).post('/passkeys/sign-in', { response })
    expect([overrides, answer.status, answer.token]).toEqual([overrides, 401, null])
  }
  // Eve's device under the name of Ada's passkey.
  const forged = { ...eve.device.sign(await ask(), ada.id), id: ada.device.id, rawId: ada.device.id }
  expect((await openBrowser(app).post('/passkeys/sign-in', { response: forged })).status).toBe(401)
  // Only the owner can rename or remove a passkey.
  expect((await eve.browser.post('/passkeys/rename', { id: ada.passkeyId, name: 'Mine' })).status).toBe(404)
  await eve.browser.post('/passkeys/remove', { id: ada.passkeyId })
  expect(await rows(ada.id)).toEqual([expect.objectContaining({ name: 'My phone' })])
  expect((await openBrowser(app).get('/passkeys')).status).toBe(401)
})

test('T05 rejects a device whose signature counter decreases, as a copied passkey', async () => {
  const ada = await withPasskey()
  const signIn = async (counter: number) =>
    (
      await openBrowser(app).post('/passkeys/sign-in', {
        response: ada.device.sign(await ask(), ada.id, { counter }),
      })
    ).status
  expect([await signIn(7), await signIn(8), await signIn(8), await signIn(3), await signIn(9)]).toEqual([
    200, 200, 401, 401, 200,
  ])
})

test('T03 adding a passkey requires a recent sign-in or the password; the challenge belongs to the person', async () => {
  const ada = await register()
  const eve = await register()
  const device = newDevice(site())
  const question = (await ada.browser.post('/passkeys/begin')).body
  const stolen = await eve.browser.post('/passkeys/add', { name: 'Mine', response: device.make(question) })
  expect([stolen.status, stolen.body.code]).toEqual([400, 'PASSKEY_REFUSED'])
  for (const overrides of [
    { origin: 'https://evil.example' },
    { site: 'evil.example' },
    { verified: false },
    { challenge: 'A'.repeat(51) },
    { type: 'webauthn.get' },
  ] satisfies ForgedFields[])
    expect(
      (await ada.browser.post('/passkeys/add', { name: 'Mine', response: device.make(question, overrides) }))
        .status,
    ).toBe(400)
  app.clock.now += 60 * 60_000
  expect(
    (await ada.browser.post('/passkeys/add', { name: 'Mine', response: device.make(question) })).body.code,
  ).toBe('PASSKEY_REFUSED')
  expect((await ada.browser.post('/passkeys/begin')).body.code).toBe('PROOF_NEEDED')
  expect((await ada.browser.post('/passkeys/begin', { password: 'a guess' })).body.code).toBe(
    'INVALID_PASSWORD',
  )
  const proven = await ada.browser.post('/passkeys/begin', { password: ada.password })
  const response = device.make(proven.body)
  const twice = await Promise.all(
    [1, 2].map(() => ada.browser.post('/passkeys/add', { name: 'Mine', response })),
  )
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  const [own] = await rows(ada.id)
  expect((await ada.browser.post('/passkeys/remove', { id: own!.id })).body.code).toBe('PROOF_NEEDED')
  expect((await ada.browser.post('/passkeys/remove', { id: own!.id, password: ada.password })).status).toBe(
    200,
  )
})

test('S01 ignores the attestation statement, which could name servers to call', async () => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.end()
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const ada = await register()
  const question = (await ada.browser.post('/passkeys/begin')).body
  const statement = {
    fmt: 'packed',
    attStmt: new Map<string, unknown>([
      ['alg', -7],
      ['sig', Buffer.alloc(8)],
      ['x5c', [Buffer.from(`http://127.0.0.1:${port}/crl`)]],
    ]),
  }
  const answer = await ada.browser.post('/passkeys/add', {
    name: 'Mine',
    response: newDevice(site()).make(question, { statement }),
  })
  server.close()
  expect([answer.body.code, asked, await rows(ada.id)]).toEqual(['PASSKEY_REFUSED', 0, []])
})

test('T01 rejects malformed input and stores nothing', async () => {
  const ada = await register()
  const device = newDevice(site())
  const good = device.make((await ada.browser.post('/passkeys/begin')).body)
  const wrong: object[] = [
    {},
    { name: 'Mine' },
    { name: '', response: good },
    { name: 'x'.repeat(101), response: good },
    { name: 'Mine', response: null },
    { name: 'Mine', response: 'text' },
    { name: 'Mine', response: { ...good, type: 'password' } },
    { name: 'Mine', response: { ...good, id: '../../etc' } },
    { name: 'Mine', response: { ...good, id: 'AAAA' } },
    { name: 'Mine', response: { ...good, response: { ...good.response, attestationObject: 'AAAA' } } },
    { name: 'Mine', response: { ...good, response: { ...good.response, clientDataJSON: 'AAAA' } } },
    { name: 'Mine', response: { ...good, response: { ...good.response, transports: ['x y\0z'] } } },
  ]
  for (const body of wrong) expect((await ada.browser.post('/passkeys/add', body)).status).toBe(400)
  expect(await rows(ada.id)).toEqual([])
  const signed = device.sign(await ask(), ada.id)
  for (const response of [null, {}, 'x', { ...signed, response: {} }, { ...signed, id: '\0' }])
    expect((await openBrowser(app).post('/passkeys/sign-in', { response })).status).toBe(400)
  expect((await openBrowser(app).post('/passkeys/sign-in', { response: signed })).status).toBe(401)
  expect((await ada.browser.post('/passkeys/rename', { id: 'nobody', name: 'Mine' })).status).toBe(404)
  // A page of another site can send nothing in the user's name.
  const evil = {
    origin: 'https://evil.example',
    cookie: [...ada.browser.cookies].map(pair => pair.join('=')).join('; '),
  }
  expect((await program(app).post('/passkeys/begin', {}, evil)).status).toBe(403)
})

test('Z19 passkeys end with their account, and a passkey sign-in does not require the second factor', async () => {
  const ada = await withPasskey()
  const { secret } = (await ada.browser.post('/two-factor/begin')).body
  expect(secret).toBeTruthy()
  const { createCode } = await import('../secondFactor/totp.ts')
  await ada.browser.post('/two-factor/confirm', {
    code: createCode(secret, Math.floor(app.clock.now / 30_000)),
  })
  // User verification and the device itself are already two factors.
  const signedIn = await openBrowser(app).post('/passkeys/sign-in', {
    response: ada.device.sign(await ask(), ada.id),
  })
  expect(signedIn.token).toMatch(/^nms_/)
  const response = ada.device.sign(await ask(), ada.id)
  expect((await ada.browser.post('/delete-account', { password: ada.password })).status).toBe(200)
  expect((await openBrowser(app).post('/passkeys/sign-in', { response })).status).toBe(401)
  expect(await rows(ada.id)).toEqual([])
})

test('allows at most twenty passkeys, and rejects one more before it calls the authenticator', async () => {
  const ada = await register()
  for (let n = 0; n < 20; n++) {
    const question = (await ada.browser.post('/passkeys/begin')).body
    const response = newDevice(site()).make(question)
    expect((await ada.browser.post('/passkeys/add', { name: `Key ${n}`, response })).body).toEqual({
      id: expect.any(String),
    })
  }
  expect((await ada.browser.post('/passkeys/begin')).body.code).toBe('PASSKEYS_FULL')
})
