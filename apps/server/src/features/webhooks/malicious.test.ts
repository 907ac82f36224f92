import { saveLink } from '@nestmark/contract/links/links'
import * as hooks from '@nestmark/contract/webhooks'
import { afterEach, describe, expect, test } from 'vitest'
import { serveDns } from '../../fetching/testing/dnsServer.testing.ts'
import { serve } from '../../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { toOutcome, type Person, signIn } from '../../test/support/people.ts'
import { appFor, pass, type Receiver, startReceiver } from './receiver.testing.ts'

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})
async function receiving(): Promise<Receiver> {
  const receiver = await startReceiver()
  opened.push(() => receiver.web.close())
  return receiver
}
async function started(app: TestApp): Promise<Person> {
  opened.push(() => app.stop())
  return signIn(app, 'ada')
}
const make = async (who: Person, address: string) =>
  (await who.call(hooks.createWebhook, { address })).webhook._id
const note = { name: 'One', desc: 'Words', category: 4 as const }
const stateOf = async (who: Person) => (await who.call(hooks.listWebhooks, {}))[0]!.last

describe('never to private addresses', () => {
  test('S01 S02 rejects an address that is visibly private at creation', async () => {
    const ada = await started(await startApp())
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '10.0.0.1',
      '169.254.169.254',
      '192.168.1.1',
      '100.64.0.1',
      '0.0.0.0',
      'localhost',
      'sub.localhost',
    ])
      expect([host, await toOutcome(make(ada, `http://${host}/hook`))]).toEqual([
        host,
        'webhooks.addressPrivate',
      ])
    expect(await toOutcome(make(ada, 'http://bread.example:22/'))).toBe('webhooks.addressPrivate')
  })

  test('S01 does not call a private address stored in the database, nor one formerly allowed by FETCH_ALLOW_PRIVATE', async () => {
    const receiver = await receiving()
    const app = await startApp()
    const ada = await started(app)
    const id = await make(ada, 'https://bread.example/hook')
    await app.services.db.write(tx =>
      tx.updateTable('webhooks').set({ address: receiver.address }).where('id', '=', id).execute(),
    )
    await ada.call(saveLink, note)
    await pass(app)
    expect(await ada.call(hooks.testWebhook, { webhook_id: id })).toEqual({ ok: false, status: null })
    expect([receiver.calls, receiver.web.connections]).toEqual([[], 0])
    expect(await stateOf(ada)).toMatchObject({ ok: false, status: null })
  })

  test('S04 S05 does not call a name that resolves to this machine, neither among public addresses nor on a second lookup', async () => {
    const receiver = await receiving()
    const { port } = receiver.web
    for (const answers of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['10.1.2.3']]) {
      const dns = await serveDns((_name, kind) => (kind === 'A' ? answers : []))
      opened.push(() => dns.close())
      const app = await startApp({ fetchDns: dns.address })
      const ada = await started(app)
      const id = await make(ada, `http://rebind.example:${port}/hook`)
      await ada.call(saveLink, note)
      await pass(app)
      expect(await ada.call(hooks.testWebhook, { webhook_id: id })).toEqual({ ok: false, status: null })
      expect(dns.asked.length).toBeGreaterThan(0)
    }
    expect([receiver.calls, receiver.web.connections]).toEqual([[], 0])
    // The name is resolved once per call, and the connection uses that result.
    const dns = await serveDns((_name, kind) => (kind === 'A' ? ['127.0.0.1'] : []))
    opened.push(() => dns.close())
    const app = await startApp({ fetchDns: dns.address, fetchAllowPrivate: [`rebind.example:${port}`] })
    const ada = await started(app)
    const webhook_id = await make(ada, `http://rebind.example:${port}/hook`)
    expect(await ada.call(hooks.testWebhook, { webhook_id })).toEqual({ ok: true, status: 200 })
    expect(dns.asked.filter(each => each === 'A rebind.example')).toHaveLength(1)
  })

  test('S03 does not follow a redirect, to any target, and counts it as a failure', async () => {
    const inner = await receiving()
    const receiver = await receiving()
    // Nothing is forwarded, even when both addresses are allowed.
    const app = await appFor(receiver, inner)
    const ada = await started(app)
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer = response => response.writeHead(status, { location: inner.address }).end()
      const id = await make(ada, receiver.address)
      expect(await ada.call(hooks.testWebhook, { webhook_id: id })).toEqual({ ok: false, status })
      await ada.call(hooks.deleteWebhook, { webhook_id: id })
    }
    expect(inner.web.connections).toBe(0)
  })

  test('S09 makes blocked, refused and closed look the same, and exposes no response body', async () => {
    const closed = await serve(() => undefined)
    await closed.close()
    const receiver = await receiving()
    const app = await startApp({ fetchAllowPrivate: [closed.hostPort, receiver.web.hostPort] })
    const ada = await started(app)
    const answers = new Set<string>()
    for (const address of ['https://nowhere.example/hook', `${closed.origin}/hook`]) {
      const webhook_id = await make(ada, address)
      answers.add(JSON.stringify(await ada.call(hooks.testWebhook, { webhook_id })))
    }
    expect([...answers]).toEqual([JSON.stringify({ ok: false, status: null })])
    receiver.answer = response => response.writeHead(200).end('the secret of the receiver')
    const webhook_id = await make(ada, receiver.address)
    expect(await ada.call(hooks.testWebhook, { webhook_id })).toEqual({ ok: true, status: 200 })
    await ada.call(saveLink, note)
    await pass(app)
    const rows = await app.services.db.read.selectFrom('webhook_deliveries').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('secret of the receiver')
  })
})

describe('malicious receivers', () => {
  test('S12 cuts an endless response after a few kilobytes, and accepts it', async () => {
    const receiver = await receiving()
    const app = await appFor(receiver)
    const ada = await started(app)
    let written = 0
    receiver.answer = response => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) written += 16_384
      }
      response.on('drain', more)
      more()
    }
    const webhook_id = await make(ada, receiver.address)
    expect(await ada.call(hooks.testWebhook, { webhook_id })).toEqual({ ok: true, status: 200 })
    expect(written).toBeLessThan(20_000_000)
    await expect.poll(() => receiver.web.open.size).toBe(0)
  })

  test('S14 abandons a silent receiver in the end, and delays no other webhook', async () => {
    const [silent, quick] = [await receiving(), await receiving()]
    silent.answer = () => undefined
    const fetchAllowPrivate = [silent, quick].map(each => each.web.hostPort)
    const app = await startApp({ fetchAllowPrivate, webhookMs: 3000 })
    const ada = await started(app)
    // The maximum number of webhooks per person, all slow, all at the same host.
    for (let n = 0; n < 10; n++) await make(ada, silent.address)
    const zoe = await signIn(app, 'zoe')
    await make(zoe, quick.address)
    await ada.call(saveLink, note)
    app.clock.now += 1100
    app.services.jobs.wake()
    await expect.poll(() => silent.calls.length).toBeGreaterThan(0)
    await zoe.call(saveLink, note)
    app.clock.now += 1100
    app.services.jobs.wake()
    await expect.poll(() => quick.calls.length).toBe(1)
    // At most three concurrent calls per host, for any queue: the quick receiver did not wait for the others.
    expect(silent.web.open.size).toBeLessThanOrEqual(3)
    expect(silent.calls.length).toBeLessThan(10)
    await expect.poll(async () => (await stateOf(ada)) ?? null).toMatchObject({ ok: false, status: null })
  })

  test('S14 webhooks of one person to slow addresses of a host leave it to those of others after each call', async () => {
    const receiver = await receiving()
    const held: (() => void)[] = []
    let quick = 0
    receiver.answer = response => {
      if (response.req.url === '/quick') {
        quick++
        response.end()
        return
      }
      // The wait for the end of a body has no limit but the total.
      response.writeHead(200).flushHeaders()
      held.push(() => response.end())
    }
    const app = await startApp({ fetchAllowPrivate: [receiver.web.hostPort], webhookMs: 200_000 })
    const ada = await started(app)
    const zoe = await signIn(app, 'zoe')
    for (let n = 0; n < 10; n++) await make(ada, `${receiver.web.origin}/slow/${n}`)
    await make(zoe, `${receiver.web.origin}/quick`)
    const next = () => {
      app.clock.now += 2100
      app.services.jobs.wake()
    }
    await ada.call(saveLink, note)
    next()
    await expect.poll(() => held.length).toBe(3)
    // Every webhook always has something to send.
    await ada.call(saveLink, note)
    await zoe.call(saveLink, note)
    next()
    const open = (who: Person) =>
      app.services.db.read
        .selectFrom('jobs')
        .select(['run_after', 'lease_until'])
        .where('owner_id', '=', who.id)
        .where('finished_at', 'is', null)
        .execute()
    // There is no slot, so the call is delayed.
    await expect.poll(async () => (await open(zoe)).map(job => job.run_after > app.clock.now)).toEqual([true])
    held.shift()!()
    // Now either one of Ada's webhooks took the slot, or all of them are delayed.
    await expect
      .poll(async () => {
        const jobs = (await open(ada)).filter(job => job.run_after <= app.clock.now)
        return held.length === 3 || (jobs.length === 2 && jobs.every(job => job.lease_until !== null))
      })
      .toBe(true)
    next()
    await expect.poll(() => quick).toBe(1)
    for (const answer of held) answer()
  })

  test('T11 rate-limits tests and redeliveries', async () => {
    const receiver = await receiving()
    const app = await appFor(receiver)
    const ada = await started(app)
    const webhook_id = await make(ada, receiver.address)
    const ends: string[] = []
    for (let n = 0; n < 15; n++) ends.push(await toOutcome(ada.call(hooks.testWebhook, { webhook_id })))
    expect(ends[0]).toBe('done')
    expect(ends.at(-1)).toBe('request.tooMany')
    expect(receiver.calls.length).toBeLessThan(15)
  })
})
