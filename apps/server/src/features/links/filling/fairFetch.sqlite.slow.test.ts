import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getLink, oneClickSave } from '@nestmark/contract/links/links'
import { scrapeLink } from '@nestmark/contract/links/scrape'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { type Person, signIn } from '../../../test/support/people.ts'

const patient = { timeout: 60_000 }
let app: TestApp
let [ada, bob]: Person[] = []
let site: Server
let origin: string
/** Responses that the test site holds back while it is slow. */
const delayed = new Set<ServerResponse>()
let isSlow = true

beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url!.startsWith('/slow')) {
      if (!isSlow) return response.destroy()
      delayed.add(response)
      response.once('close', () => delayed.delete(response))
    } else response.setHeader('content-type', 'text/html').end('<title>A fast page</title>')
  })
  await new Promise<void>(done => site.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  origin = `http://${host}`
  app = await startApp({ fetchAllowPrivate: [host], behindProxy: true })
  ;[ada, bob] = await Promise.all(['ada', 'bob'].map(name => signIn(app, name, 2)))
})
afterEach(() => {
  letGo()
  isSlow = true
})
afterAll(async () => {
  await app.stop()
  site.closeAllConnections()
  site.close()
})

/** Ends all delayed responses and answers later requests immediately. */
function letGo(): void {
  isSlow = false
  for (const response of delayed) response.destroy()
}

interface Asked {
  status: number
  retryAfter: string | null
}

/** Requests a preview of a slow page, as a signed-in user or as a visitor from an IP address. */
function askSlow(n: number, who: { token?: string; ip?: string }): Promise<Asked> {
  return fetch(`${app.origin}/api/scrape-link`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(who.token ? { authorization: `Bearer ${who.token}` } : {}),
      ...(who.ip ? { 'x-forwarded-for': who.ip } : {}),
    },
    body: JSON.stringify({ link: `${origin}/slow/${n}` }),
  }).then(answer => ({ status: answer.status, retryAfter: answer.headers.get('retry-after') }))
}

const fast = () => ({ link: `${origin}/fast` })

test("S11 a signed-in person gets a preview while 20 visitors' calls wait for a slow site", async () => {
  const all = Array.from({ length: 20 }, (_, n) => askSlow(n, { ip: `203.0.113.${n + 1}` }))
  await expect.poll(() => delayed.size, patient).toBe(6)
  expect(await ada!.call(scrapeLink, fast())).toMatchObject({ title: 'A fast page' })
  expect(delayed.size).toBe(6)
  letGo()
  for (const { status, retryAfter } of await Promise.all(all)) {
    expect([422, 429]).toContain(status)
    if (status === 429) expect(Number(retryAfter)).toBeGreaterThan(0)
  }
})

test('S11 visitors of one IPv6 network share one quota; visitors of other networks get their previews', async () => {
  const all = Array.from({ length: 8 }, (_, n) => askSlow(n, { ip: `2001:db8:0:1::${n + 1}` }))
  await expect.poll(() => delayed.size, patient).toBe(2)
  const answer = await fetch(`${app.origin}/api/scrape-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '2001:db8:0:2::1' },
    body: JSON.stringify(fast()),
  })
  expect(answer.status).toBe(200)
  letGo()
  await Promise.all(all)
})

test('S11 another account gets a preview while 30 calls of one account wait; calls beyond the quota get 429 with Retry-After', async () => {
  const refused: Asked[] = []
  const all = Array.from({ length: 30 }, async (_, n) => {
    const answer = await askSlow(n, ada!)
    if (answer.status === 429) refused.push(answer)
  })
  await expect.poll(() => delayed.size, patient).toBe(4)
  expect(await bob!.call(scrapeLink, fast())).toMatchObject({ title: 'A fast page' })
  // Four run and sixteen wait. Further calls are refused when their wait times out.
  await expect.poll(() => refused.length, patient).toBeGreaterThanOrEqual(10)
  letGo()
  await Promise.all(all)
  for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThan(0)
})

test('S11 a person at another IP address gets a preview while 32 calls of eight accounts at one IP address wait', async () => {
  const accounts = await Promise.all(Array.from({ length: 8 }, (_, n) => signIn(app, `many${n}`, 2)))
  const ip = '203.0.113.50'
  const all = accounts.flatMap(({ token }) => Array.from({ length: 4 }, (_, n) => askSlow(n, { token, ip })))
  await expect.poll(() => delayed.size, patient).toBe(8)
  expect(await bob!.call(scrapeLink, fast())).toMatchObject({ title: 'A fast page' })
  expect(delayed.size).toBe(8)
  for (const response of delayed) response.end()
  await Promise.all(all)
})

test('S11 fills in saved links of another owner while many links of one owner wait for slow sites, and both owners get previews', async () => {
  for (let n = 0; n < 40; n++) await ada!.call(oneClickSave, { url: `${origin}/slow/saved/${n}` })
  await expect.poll(() => delayed.size, patient).toBe(2)
  const { _id } = await bob!.call(oneClickSave, { url: `${origin}/fast` })
  await expect
    .poll(async () => (await bob!.call(getLink, { link_id: _id })).link.name, patient)
    .toBe('A fast page')
  expect(await ada!.call(scrapeLink, fast())).toMatchObject({ title: 'A fast page' })
  const waiting = await app.services.db.read
    .selectFrom('jobs')
    .select('id')
    .where('owner_id', '=', ada!.id)
    .where('finished_at', 'is', null)
    .execute()
  expect(waiting.length).toBeGreaterThan(20)
})
