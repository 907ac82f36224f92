import { once } from 'node:events'
import { connect } from 'node:net'
import { windowHeader } from '@nestmark/contract/liveUpdates'
import { createCollection } from '@nestmark/contract/collections'
import { setPermissions } from '@nestmark/contract/sharing/share'
import {
  listDashboardLinks,
  favouriteLink,
  getLink,
  oneClickSave,
  saveLink,
  updateLink,
} from '@nestmark/contract/links/links'
import { getUserData, logout } from '@nestmark/contract/session'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bookmarkFile } from '../test/resilience/bookmarkFile.testing.ts'
import { visitor } from '../test/resilience/visitor.testing.ts'
import { newAccount, openBrowser, program } from '../features/accounts/signIn/browser.testing.ts'
import { servePages, type TestServer } from '../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../test/support/app.ts'
import { changed, type EventClient, listen as open } from '../test/support/listen.ts'
import { type Person, signIn } from '../test/support/people.ts'

const postgres = Boolean(process.env.NESTMARK_TEST_POSTGRES)
let app: TestApp
let site: TestServer
let ada: Person
const clients: EventClient[] = []
const listen = async (token: string | null, query?: string, origin = app.origin) => {
  const client = await open(origin, token, query)
  clients.push(client)
  return client
}
const note = (name: string) => ({ name, desc: 'Words', category: 4 })

beforeAll(async () => {
  site = await servePages({ '/turf': '<title>Turf houses</title><meta name="description" content="Warm">' })
  app = await startApp({ fetchAllowPrivate: [site.hostPort] })
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
})
afterEach(() => {
  for (const client of clients.splice(0)) client.leave()
})
afterAll(async () => {
  await app.stop()
  await site.close()
})

test('FRESH sends a change in one window to all windows of the person, with the sender, and to no other user', async () => {
  const xaver = await signIn(app, 'xaver')
  const [one, two, other] = [await listen(ada.token), await listen(ada.token), await listen(xaver.token)]
  expect((await one.next(message => message.event === 'hello')).data).toEqual({ missed: [] })
  const answer = await fetch(`${app.origin}/api/save-link-from-input`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ada.token}`,
      'content-type': 'application/json',
      [windowHeader]: 'window-one',
    },
    body: JSON.stringify(note('Sent')),
  })
  expect(answer.status).toBe(200)
  for (const client of [one, two]) {
    const { data } = await client.next(changed('links'))
    expect(data).toEqual({ topics: ['links', 'tags', 'profile', 'notifications'], by: 'window-one' })
  }
  // The first event of the other person is their own later change.
  await xaver.call(saveLink, note('Their own'))
  await expect.poll(() => other.received.length).toBeGreaterThan(1)
  expect(other.received.map(message => message.event)).toEqual(['hello', 'changed'])
  expect(other.received[1]!.data.by).toBe(null)
})

test('FRESH sends an event after the commit: the next call returns the change, also with a cache', async () => {
  const client = await listen(ada.token)
  const total = async () => (await ada.call(listDashboardLinks, {})).total
  for (let n = 1; n <= 10; n++) {
    // Called twice, so that the response is cached.
    expect([await total(), await total()]).toEqual([n - 1, n - 1])
    const saving = ada.call(saveLink, note(`Number ${n}`))
    await client.next(changed('links'))
    expect(await total()).toBe(n)
    await saving
  }
})

test('FRESH SHR-08 members get the changes of the owner, the owner those of a writer, users without access none', async () => {
  const owner = await signIn(app, 'ada', 2)
  const [willem, rosa, xaver] = [
    await signIn(app, 'willem'),
    await signIn(app, 'rosa'),
    await signIn(app, 'xaver'),
  ]
  const place = (await owner.call(createCollection, { name: 'Shared' }))._id
  await owner.call(setPermissions, {
    folder_id: place,
    read: 1,
    write: 1,
    read_members: [rosa.id],
    write_members: [willem.id],
  })
  const [hers, readers, others] = [
    await listen(owner.token),
    await listen(rosa.token),
    await listen(xaver.token),
  ]
  await willem.call(saveLink, { ...note('By Willem'), parent: place })
  for (const client of [hers, readers]) await client.next(changed('links'))
  await rosa.call(saveLink, note('Her own'))
  await owner.call(setPermissions, { folder_id: place, read: 0, write: 1 })
  await readers.next(changed('shares'))
  expect(others.received.filter(message => message.event === 'changed')).toEqual([])
})

test('FRESH a rejected call and a read send no event', async () => {
  const client = await listen(ada.token)
  await expect(ada.call(favouriteLink, { link_id: 'nothing', is_fav: 1 })).rejects.toMatchObject({
    status: 404,
  })
  await ada.call(listDashboardLinks, {})
  await client.next(message => message.event === 'hello')
  await ada.call(saveLink, note('Sent'))
  const { data } = await client.next(message => message.event === 'changed')
  expect(data.topics).toEqual(['links', 'tags', 'profile', 'notifications'])
})

test('FRESH the job that completes a link sends an event at its end', async () => {
  const client = await listen(ada.token)
  const link = await ada.call(oneClickSave, { url: `${site.origin}/turf` })
  await client.next(changed('profile'))
  await client.next(message => message.event === 'changed' && message.data.by === null)
  expect((await ada.call(getLink, { link_id: link._id })).link.name).toBe('Turf houses')
})

test('FRESH an import sends events during its run and at its end, from a separate process', async () => {
  const client = await listen(ada.token)
  const own = visitor(app.origin, ada.token)
  const job = await own.importFile(bookmarkFile(3000).html)
  await client.next(changed('links'))
  const seen = (await ada.call(listDashboardLinks, {})).total
  expect(seen).toBeGreaterThan(0)
  expect(await own.jobEnd(job)).toMatchObject({ state: 'done' })
  await client.next(changed('jobs'))
  await expect.poll(() => client.received.length).toBeLessThan(8)
})

test('FRESH a returning client gets exactly what it missed; all when that is unknown', async () => {
  const first = await listen(ada.token)
  await first.next(message => message.event === 'hello')
  const link = await ada.call(saveLink, note('Before'))
  const { id } = await first.next(changed('links'))
  first.leave()
  await signIn(app, 'rosa').then(rosa => rosa.call(saveLink, note('Of somebody else')))
  const missedBy = async (query: string) =>
    (await (await listen(ada.token, query)).next(message => message.event === 'hello')).data.missed
  expect(await missedBy(`since=${id}`)).toEqual([])
  await ada.call(favouriteLink, { link_id: link._id, is_fav: 1 })
  await expect.poll(() => missedBy(`since=${id}`)).toEqual(['favourites'])
  // Older than the server.
  expect(await missedBy('age=600000')).toBe('all')
  expect(await missedBy('age=1')).toEqual([])
  expect(await missedBy('since=another-server.3')).toBe('all')
  expect(await missedBy('since=nonsense')).toBe('all')
  expect(await missedBy('')).toBe('all')
})

test('FRESH T01 a stream needs a session, and the server rejects too many streams', async () => {
  expect((await listen(null)).status).toBe(401)
  expect((await listen('nms_nonsense')).status).toBe(401)
  const all = await Promise.all(Array.from({ length: 20 }, () => listen(ada.token)))
  expect(all.map(client => client.status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect((await listen(ada.token)).status).toBe(429)
  all[0]!.leave()
  await expect.poll(async () => (await listen(ada.token)).status).toBe(200)
})

test('T11 also limits streams that clients request together', async () => {
  const rosa = await signIn(app, 'rosa')
  const port = Number(new URL(app.origin).port)
  const sockets = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'))
  try {
    await Promise.all(sockets.map(socket => once(socket, 'connect')))
    const answers = Promise.all(sockets.map(socket => once(socket, 'data')))
    for (const socket of sockets)
      socket.write(`GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${rosa.token}\r\n\r\n`)
    const statuses = (await answers).map(([head]) => String(head).slice(9, 12))
    expect(statuses.filter(status => status === '200')).toHaveLength(20)
    expect(statuses.filter(status => status === '429')).toHaveLength(80)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
})

test('FRESH a stream ends with its session, after a logout or a revocation at the sign-in site', async () => {
  const [one, two] = [await listen(ada.token), await listen((await signIn(app, 'rosa')).token)]
  await ada.call(logout, {})
  await one.next(message => message.event === 'end')
  await one.ended
  expect(two.received.map(message => message.event)).toEqual(['hello'])

  const willem = newAccount()
  const browser = openBrowser(app)
  await browser.post('/sign-up/email', willem)
  const { token } = await program(app).post('/sign-in/email', willem)
  const client = await listen(token)
  expect((await browser.post('/update-profile', { name: 'Willem de Tweede' })).status).toBe(200)
  await client.next(changed('profile'))
  expect((await app.as(token)(getUserData, {})).name).toBe('Willem de Tweede')
  expect((await browser.post('/revoke-other-sessions')).status).toBe(200)
  await client.next(message => message.event === 'end')
  await client.ended
})

test('FRESH sends heartbeats periodically, and disconnects clients whose session has expired', async () => {
  const own = await startApp({ eventBeatMs: 200 })
  expect(app.services.config.eventBeatMs).toBe(15_000)
  const rosa = await signIn(own, 'rosa')
  const client = await listen(rosa.token, 'age=0', own.origin)
  await expect.poll(() => client.beats()).toBeGreaterThan(1)
  own.clock.now += 15 * 86_400_000
  await client.next(message => message.event === 'end')
  await own.stop()
})

test('F18 open streams and unused connections do not delay a stop', async () => {
  const own = await startApp()
  const rosa = await signIn(own, 'rosa')
  const all = await Promise.all(Array.from({ length: 5 }, () => listen(rosa.token, 'age=0', own.origin)))
  const spare = connect(Number(new URL(own.origin).port), '127.0.0.1')
  await once(spare, 'connect')
  await own.stop()
  await Promise.all(all.map(client => client.ended))
  // The session has not ended, so a page reconnects.
  expect(all.flatMap(client => client.received).some(message => message.event === 'end')).toBe(false)
})

/** Waits until two servers are subscribed to each other. */
async function bothListen(): Promise<void> {
  const listening = sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where application_name = 'nestmark events' and datname = current_database() and state = 'idle'
      and (query like 'listen %' or query like 'select%')`
  const count = async () => Number((await listening.execute(app.services.db.read)).rows[0]!.n)
  await expect.poll(count).toBe(2)
}

test.runIf(postgres)('FRESH two servers on one PostgreSQL exchange events', async () => {
  const second = await startApp({
    databaseUrl: app.services.config.databaseUrl,
    secret: app.services.config.secret,
  })
  try {
    const there = await listen(ada.token, 'age=0', second.origin)
    // Their subscriptions start asynchronously.
    await bothListen()
    const link = await ada.call(saveLink, note('Sent across'))
    const { data } = await there.next(changed('links'))
    expect(data.topics).toEqual(expect.arrayContaining(['links', 'tags', 'profile']))
    expect((await second.as(ada.token)(listDashboardLinks, {})).links[0]!.name).toBe('Sent across')

    const here = await listen(ada.token)
    await second.as(ada.token)(updateLink, { link_id: link._id, name: 'And back' })
    await here.next(changed('links'))

    // The connection is lost: the missed events are unknown, so everything is reloaded.
    here.received.length = 0
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'nestmark events' and datname = current_database()`.execute(
      app.services.db.read,
    )
    await here.next(message => message.event === 'hello' && message.data.missed === 'all')
    await bothListen()
    await second.as(ada.token)(updateLink, { link_id: link._id, name: 'And again' })
    await here.next(changed('links'))

    await second.as(ada.token)(logout, {})
    await here.next(message => message.event === 'end')
    await here.ended
  } finally {
    await second.stop()
  }
})
