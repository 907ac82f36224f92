import { readdirSync, readFileSync } from 'node:fs'
import { request as send } from 'node:http'
import { join } from 'node:path'
import { createCollection } from '@nestmark/contract/collections'
import { deleteDomain, getDomain, setDomain, verifyDomain } from '@nestmark/contract/sharing/domains'
import { saveLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DnsServer, serveDns } from '../../fetching/testing/dnsServer.testing.ts'
import { hasUnfinishedJobOfKind } from '../../jobs/store.ts'
import { mailsSent, startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'
import { checkDomain } from './checkDomain.job.ts'

const hour = 3_600_000
const host = 'library.boats.example'
const operators = 'operator.example'
const signIns = 'accounts.operator.example'

let app: TestApp
let dns: DnsServer
let ada: Person
let rosa: Person
let top: string
const records = new Map<string, string[]>()

beforeAll(async () => {
  dns = await serveDns((name, kind) => (kind === 'TXT' ? records.get(name) : undefined))
  app = await startApp({
    fetchDns: dns.address,
    libraryDomains: new Map([[operators, 'nowhere']]),
    accountsUrl: `https://${signIns}`,
  })
  ada = await signIn(app, 'ada', 3)
  rosa = await signIn(app, 'rosa', 3)
  top = await publish(ada, 'Wooden boats')
  await ada.call(saveLink, { name: 'A note', desc: 'Tar', category: 4, parent: top })
})
afterAll(async () => {
  await app.stop()
  await dns.close()
})

async function publish(who: Person, name: string): Promise<string> {
  const { _id: folder_id } = await who.call(createCollection, { name })
  await who.call(setPermissions, { folder_id, read: 3, write: 0 })
  return folder_id
}

/** Requests a path of a host, with Ada's session in every form in which the server could read it. */
const ask = (path: string, to = host) =>
  new Promise<{ status: number; text: string; cookies: unknown }>((resolve, reject) => {
    const headers = { host: to, authorization: `Bearer ${ada.token}`, cookie: `token=${ada.token}` }
    const { port } = new URL(app.origin)
    const request = send({ port, path, headers }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', part => (text += part))
      response.on('end', () =>
        resolve({ status: response.statusCode!, text, cookies: response.headers['set-cookie'] }),
      )
    })
    request.on('error', reject).end()
  })
const knows = async (domain: string) =>
  (await ask(`/api/library-domain?domain=${domain}`, new URL(app.origin).host)).status === 200
const shows = async (words: string) => (await ask('/')).text.includes(words)

const set = (who: Person, folder_id: string, name = host) => who.call(setDomain, { folder_id, host: name })
const verify = (who: Person, folder_id: string) => who.call(verifyDomain, { folder_id })
const see = (who: Person, folder_id: string) => who.call(getDomain, { folder_id })
const prove = async (who: Person, folder_id: string) => {
  const { record } = (await see(who, folder_id))!
  records.set(record.name, [record.value])
}
const setPlan = (plan: number) =>
  app.services.db.write(tx => tx.updateTable('people').set({ plan }).where('id', '=', ada.id).execute())

/** Lets time pass, and runs the checks that are due. */
async function checkAfter(ms: number): Promise<void> {
  app.clock.now += ms
  await checkDomain(app.services).cleanUp!()
  app.services.jobs.wake()
  await expect.poll(() => hasUnfinishedJobOfKind(app.services.db.read, 'checkDomain')).toBe(false)
  await mailsSent(app)
}

/** Returns the subjects of Ada's emails. */
function listMails(): string[] {
  const folder = join(app.services.config.dataDir, 'outbox')
  return readdirSync(folder)
    .sort()
    .map(name => readFileSync(join(folder, name), 'utf8'))
    .filter(text => text.includes(`To: ${ada.email}`))
    .map(text => /^Subject: (.*)$/m.exec(text)![1]!)
}

test('PLAN-07 a host shows a collection only after the server has found its DNS record', async () => {
  expect(await see(ada, top)).toBeNull()
  expect(await set(ada, top, ` https://${host.toUpperCase()}/ `)).toMatchObject({ host, state: 'new' })
  expect(await toOutcome(verify(ada, top))).toBe('domains.notProven')
  expect([await knows(host), (await ask('/api/health')).status]).toEqual([false, 200])
  records.set(`_nestmark.${host}`, ['nestmark-of-somebody'])
  expect(await toOutcome(verify(ada, top))).toBe('domains.notProven')
  await prove(ada, top)
  expect(await verify(ada, top)).toMatchObject({ host, state: 'verified', checked: app.clock.now })
  expect(await knows(host)).toBe(true)
  const page = await ask('/')
  expect(page).toMatchObject({ status: 200, cookies: undefined })
  expect(page.text).toContain('Wooden boats</h1>')
  expect(page.text).not.toMatch(/nestmark/i)
  for (const path of ['/api/user-data', '/api/health', '/login', '/dashboard', '/library-of-host/'])
    expect([path, await ask(path)]).toEqual([
      path,
      { status: 404, text: 'There is no such page.', cookies: undefined },
    ])
  const proof = (await see(ada, top))!.record.value
  expect((await ask('/.well-known/nestmark-domain')).text).toBe(proof)
})

test('PLAN-07 reports a wrong, foreign or surplus host with a message, and changes nothing', async () => {
  const before = await see(ada, top)
  const outcome = (who: Person, id: string, name: string) => toOutcome(set(who, id, name))
  for (const wrong of ['boats', '192.0.2.1', `${host}/boats`, 'a_b.example', 'x'.repeat(600)])
    expect([wrong, await outcome(ada, top, wrong)]).toEqual([wrong, 'domains.invalid'])
  for (const own of [operators, signIns]) expect(await outcome(ada, top, own)).toBe('domains.taken')
  const secret = (await ada.call(createCollection, { name: 'Private' }))._id
  expect(await outcome(ada, secret, 'private.example')).toBe('domains.notPublic')
  const collection = await publish(rosa, 'Cabinet')
  await expect(set(rosa, collection)).rejects.toMatchObject({
    status: 409,
    message: 'This domain belongs to another library. Nothing was changed.',
  })
  expect(await outcome(rosa, top, 'rosa.example')).toBe('collections.readOnly')
  expect(await toOutcome(rosa.call(deleteDomain, { folder_id: top }))).toBe('collections.readOnly')
  expect(await see(ada, top)).toEqual(before)
  expect(await see(rosa, collection)).toBeNull()
  expect(await shows('Wooden boats')).toBe(true)
})

test('PLAN-07 the sign-in site stays where it is when its address becomes a verified host', async () => {
  const { db, companyHosts } = app.services
  const rename = async (from: string, to: string) => {
    await db.write(tx => tx.updateTable('domains').set({ host: to }).where('host', '=', from).execute())
    await companyHosts.refresh()
  }
  await rename(host, signIns)
  expect((await ask('/api/health', signIns)).status).toBe(200)
  await rename(signIns, host)
  expect(await shows('Wooden boats')).toBe(true)
})

test('PLAN-07 PLAN-01 only Premium has it, and the host stops with the plan', async () => {
  for (const plan of [1, 2, 4, 5, 6]) {
    await setPlan(plan)
    await expect(set(ada, top, 'other.example')).rejects.toMatchObject({
      status: 402,
      message: 'A domain of your own is a PREMIUM feature.',
    })
    expect(await toOutcome(verify(ada, top))).toBe('plan.customDomain')
  }
  expect(await see(ada, top)).toMatchObject({ host, state: 'planEnded' })
  expect([await knows(host), await shows('Wooden boats')]).toEqual([false, false])
  // The host has no page of the app either.
  expect((await ask('/api/user-data')).status).toBe(404)
  expect(await ask('/')).toMatchObject({ status: 404, text: 'This library is being set up.' })
  await setPlan(3)
  expect([await knows(host), await shows('Wooden boats')]).toEqual([true, true])
})

test('PLAN-07 a host whose record is missing stays for three days, and its owner gets a notification', async () => {
  await checkAfter(25 * hour)
  expect(await see(ada, top)).toMatchObject({ state: 'verified', checked: app.clock.now })
  records.clear()
  // The file of the host is not reachable here: the resolver knows no address for it.
  await checkAfter(25 * hour)
  const ends = app.clock.now + 72 * hour
  expect(await see(ada, top)).toMatchObject({ state: 'failing', ends })
  expect(await shows('Wooden boats')).toBe(true)
  await checkAfter(71 * hour)
  expect(await see(ada, top)).toMatchObject({ state: 'failing', checked: app.clock.now, ends })
  await prove(ada, top)
  await checkAfter(7 * hour)
  expect(await see(ada, top)).toMatchObject({ state: 'verified' })
  records.clear()
  await checkAfter(25 * hour)
  expect(await see(ada, top)).toMatchObject({ state: 'failing' })
  await checkAfter(73 * hour)
  expect(await see(ada, top)).toMatchObject({ state: 'lost' })
  const warning = `Check the DNS record of ${host}`
  expect(listMails()).toEqual([warning, warning, `${host} no longer shows your collection`])
  expect([await knows(host), await shows('Wooden boats')]).toEqual([false, false])
  // The host does not show the app, and with it the name of the product.
  expect(await ask('/')).toMatchObject({ status: 404, text: 'This library is being set up.' })
  expect((await ask('/login')).status).toBe(404)
  await prove(ada, top)
  expect(await verify(ada, top)).toMatchObject({ state: 'verified' })
})

test('PLAN-07 a user takes over a host of somebody else only while their record is missing', async () => {
  const collection = await publish(rosa, 'Copper')
  expect(await toOutcome(set(rosa, collection))).toBe('domains.taken')
  records.clear()
  await checkAfter(25 * hour)
  expect(await see(ada, top)).toMatchObject({ state: 'failing' })
  await set(rosa, collection)
  await prove(ada, top)
  // The record of one person proves nothing for another one.
  expect(await toOutcome(verify(rosa, collection))).toBe('domains.notProven')
  expect(await shows('Wooden boats')).toBe(true)
  await prove(rosa, collection)
  expect(await verify(rosa, collection)).toMatchObject({ state: 'verified' })
  expect(await shows('Copper')).toBe(true)
  expect(await see(ada, top)).toMatchObject({ state: 'lost' })
  expect(await toOutcome(verify(ada, top))).toBe('domains.notProven')
  await rosa.call(deleteDomain, { folder_id: collection })
})

test('PLAN-07 a removed host shows nothing, and what remains in its DNS gives it to nobody', async () => {
  const before = await set(ada, top, 'second.example')
  await prove(ada, top)
  await verify(ada, top)
  expect(await knows('second.example')).toBe(true)
  await ada.call(deleteDomain, { folder_id: top })
  expect([await knows('second.example'), await see(ada, top)]).toEqual([false, null])
  expect((await ask('/', 'second.example')).text).not.toContain('Wooden boats')
  const collection = await publish(rosa, 'Tin')
  const after = await set(rosa, collection, 'second.example')
  expect(after.record.value).not.toBe(before.record.value)
  expect(await toOutcome(verify(rosa, collection))).toBe('domains.notProven')
})
