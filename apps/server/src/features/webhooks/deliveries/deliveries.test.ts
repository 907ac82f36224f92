import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as hooks from '@nestmark/contract/webhooks'
import { describe, expect, test } from 'vitest'
import { mailsSent } from '../../../test/support/app.ts'
import { toOutcome } from '../../../test/support/people.ts'
import { expectSigned, pass } from '../receiver.testing.ts'
import {
  ada,
  app,
  day,
  deliveries,
  createHookId,
  hour,
  minute,
  receiver,
  save,
  setUpFixture,
} from '../fixture.testing.ts'

setUpFixture()

const own = async () => (await ada.call(hooks.listWebhooks, {}))[0]!

test('the documented receiver accepts deliveries, and rejects modified or old ones', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../../../docs/webhooks.md'), 'utf8')
  const [, code] = /```js\n([\s\S]*?)```/.exec(text)!
  const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code!)}`)) as {
    isGenuine: (body: string, header: string, secret: string, now: number) => boolean
  }
  const { secret } = await ada.call(hooks.createWebhook, { address: receiver.address })
  await save('Crème brûlée')
  await pass(app)
  const { body, headers } = receiver.calls[0]!
  const signature = String(headers['nestmark-signature'])
  const now = app.clock.now
  expect(isGenuine(body, signature, secret, now)).toBe(true)
  expect(isGenuine(`${body} `, signature, secret, now)).toBe(false)
  expect(isGenuine(body, signature, `${secret}x`, now)).toBe(false)
  expect(isGenuine(body, signature.replace('t=1', 't=2'), secret, now)).toBe(false)
  expect(isGenuine(body, signature, secret, now + 6 * minute)).toBe(false)
})

describe('retries a delivery until the receiver accepts it', () => {
  test('F15 retries a failed delivery with growing pauses, with the same id and a new signature', async () => {
    const { secret, webhook } = await ada.call(hooks.createWebhook, { address: receiver.address })
    receiver.answer = 500
    await save('One')
    await pass(app)
    expect(receiver.calls).toHaveLength(1)
    expect(await own()).toMatchObject({ last: { ok: false, status: 500 }, failures: 0, is_active: true })
    const [waiting] = await deliveries(webhook._id)
    expect(waiting).toMatchObject({
      state: 'waiting',
      status: 500,
      tries: 1,
      count: 1,
      events: ['link.created'],
    })
    expect(waiting!.next! - app.clock.now).toBeGreaterThan(40_000)
    expect(waiting!.next! - app.clock.now).toBeLessThan(75_000)
    await pass(app, 30_000)
    expect(receiver.calls).toHaveLength(1)
    await pass(app, minute)
    expect(receiver.calls).toHaveLength(2)
    receiver.answer = 204
    await pass(app, 12 * minute)
    expect(receiver.calls).toHaveLength(3)
    expect(new Set(receiver.calls.map(each => each.headers['nestmark-delivery']))).toEqual(
      new Set([waiting!._id]),
    )
    expect(new Set(receiver.calls.map(each => each.headers['nestmark-signature'])).size).toBe(3)
    for (const call of receiver.calls) expectSigned(call, secret)
    expect((await deliveries(webhook._id))[0]).toMatchObject({
      state: 'delivered',
      status: 204,
      tries: 3,
      next: null,
    })
    expect(await own()).toMatchObject({ last: { ok: true, status: 204 }, failures: 0 })
    await pass(app, day)
    expect(receiver.calls).toHaveLength(3)
  })

  test('abandons it after six attempts within about a day, and lets the owner send it again', async () => {
    const id = await createHookId()
    receiver.answer = 503
    const begun = app.clock.now
    await save('One')
    for (const wait of [1100, 2 * minute, 15 * minute, 90 * minute, 5 * hour, 22 * hour])
      await pass(app, wait)
    expect(receiver.calls).toHaveLength(6)
    expect(app.clock.now - begun).toBeLessThan(30 * hour)
    const [given] = await deliveries(id)
    expect(given).toMatchObject({ state: 'failed', status: 503, tries: 6, next: null })
    expect(await own()).toMatchObject({ failures: 1, is_active: true })
    receiver.answer = 200
    await ada.call(hooks.redeliver, { delivery_id: given!._id })
    await pass(app, 0)
    expect(receiver.calls).toHaveLength(7)
    expect(receiver.calls[6]!.call).toEqual(receiver.calls[0]!.call)
    expect((await deliveries(id))[0]).toMatchObject({ _id: given!._id, state: 'delivered', tries: 1 })
    expect((await own()).failures).toBe(0)
  })

  test('does not call a failing receiver for each save, and sends it the events together when it recovers', async () => {
    const id = await createHookId()
    receiver.answer = 500
    await save('First')
    await pass(app)
    for (let n = 0; n < 12; n++) {
      await save(`More ${n}`)
      await pass(app, 1500)
    }
    expect(receiver.calls).toHaveLength(1)
    receiver.answer = 200
    await pass(app, 2 * minute)
    expect(receiver.calls).toHaveLength(3)
    const names = receiver.calls
      .slice(1)
      .flatMap(each => each.call.events.map(event => event.links![0]!.name))
    expect(names.sort()).toEqual(['First', ...Array.from({ length: 12 }, (_, n) => `More ${n}`)].sort())
    expect(await deliveries(id)).toHaveLength(2)
  })

  test('410 disables the webhook immediately, twenty abandoned deliveries do too, and the owner gets an email', async () => {
    const outbox = join(app.services.config.dataDir, 'outbox')
    const mails = async () => {
      await mailsSent(app)
      return readdirSync(outbox)
        .map(name => readFileSync(join(outbox, name), 'utf8'))
        .filter(text => text.includes(`To: ${ada.email}`) && text.includes('webhook'))
    }
    const id = await createHookId()
    receiver.answer = 410
    await save('One')
    await pass(app)
    expect(await own()).toMatchObject({
      is_active: false,
      off_reason: 'gone',
      last: { ok: false, status: 410 },
    })
    expect(await mails()).toEqual([expect.stringContaining('the receiver responded 410 Gone')])
    expect((await deliveries(id))[0]).toMatchObject({ state: 'failed' })
    expect(await toOutcome(ada.call(hooks.redeliver, { delivery_id: (await deliveries(id))[0]!._id }))).toBe(
      'webhooks.off',
    )
    await save('Two')
    await pass(app)
    expect(receiver.calls).toHaveLength(1)

    expect(await ada.call(hooks.updateWebhook, { webhook_id: id, is_active: 1 })).toMatchObject({
      is_active: true,
      off_reason: null,
      failures: 0,
    })
    receiver.answer = 500
    const begun = app.clock.now
    for (let n = 0; n < 400 && (await own()).is_active; n++) {
      await save(`Number ${n}`)
      await pass(app, hour)
    }
    expect(app.clock.now - begun).toBeGreaterThan(day)
    expect(await own()).toMatchObject({ is_active: false, off_reason: 'failing', failures: 20 })
    expect(await mails()).toHaveLength(2)
    expect((await deliveries(id)).map(each => each.state)).not.toContain('waiting')
  })

  test('with another SECRET sends nothing unsigned: disables the webhook until it has a new secret', async () => {
    const id = await createHookId()
    await app.services.db.write(tx =>
      tx.updateTable('webhooks').set({ sealed: 'of another secret' }).where('id', '=', id).execute(),
    )
    expect(await toOutcome(ada.call(hooks.testWebhook, { webhook_id: id }))).toBe('webhooks.newSecretNeeded')
    await save('One')
    await pass(app)
    expect(receiver.calls).toEqual([])
    expect(await own()).toMatchObject({ is_active: false, off_reason: 'secret' })
    expect(await toOutcome(ada.call(hooks.updateWebhook, { webhook_id: id, is_active: 1 }))).toBe(
      'webhooks.newSecretNeeded',
    )
    await ada.call(hooks.newWebhookSecret, { webhook_id: id })
    await ada.call(hooks.updateWebhook, { webhook_id: id, is_active: 1 })
    await save('Two')
    await pass(app)
    expect(receiver.calls).toHaveLength(1)
  })
})
