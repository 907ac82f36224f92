import { saveLink } from '@nestmark/contract/links/links'
import * as hooks from '@nestmark/contract/webhooks'
import { describe, expect, test } from 'vitest'
import { toOutcome, signIn } from '../../test/support/people.ts'
import { expectSigned, pass } from './receiver.testing.ts'
import { ada, app, folder, makeHook, note, receiver, setUpFixture } from './fixture.testing.ts'

setUpFixture()

describe('webhook storage', () => {
  test('T02 shows the secret in one response only: not in lists, and only encrypted in the database', async () => {
    const made = await makeHook({ desc: ' Mirror ' })
    expect(made.secret).toMatch(/^nmw_[\w-]{43}$/)
    const seen = [
      JSON.stringify(made.webhook),
      JSON.stringify(await ada.call(hooks.listWebhooks, {})),
      JSON.stringify(await app.services.db.read.selectFrom('webhooks').selectAll().execute()),
      JSON.stringify(await app.services.db.read.selectFrom('jobs').selectAll().execute()),
    ]
    for (const text of seen) expect(text).not.toContain(made.secret.slice(4))
    expect(await ada.call(hooks.listWebhooks, {})).toEqual([
      expect.objectContaining({
        desc: 'Mirror',
        address: receiver.address,
        is_active: true,
        last: null,
        failures: 0,
      }),
    ])
    const { secret } = await ada.call(hooks.newWebhookSecret, { webhook_id: made.webhook._id })
    expect(secret).not.toBe(made.secret)
    expect(await ada.call(hooks.testWebhook, { webhook_id: made.webhook._id })).toEqual({
      ok: true,
      status: 200,
    })
    expectSigned(receiver.calls[0]!, secret)
    expect(receiver.take()).toMatchObject([{ type: 'ping', count: 0, by: null }])
  })

  test('Z18 other users can neither see, change, trigger nor delete them', async () => {
    const secret = await folder('Secret')
    const { webhook } = await makeHook()
    await ada.call(saveLink, note('One'))
    await pass(app)
    receiver.take()
    const [delivery] = await ada.call(hooks.listDeliveries, { webhook_id: webhook._id })
    const xaver = await signIn(app, 'xaver', 2)
    const webhook_id = webhook._id
    expect(await xaver.call(hooks.listWebhooks, {})).toEqual([])
    for (const action of [
      () => xaver.call(hooks.updateWebhook, { webhook_id, is_active: 0 }),
      () => xaver.call(hooks.testWebhook, { webhook_id }),
      () => xaver.call(hooks.newWebhookSecret, { webhook_id }),
      () => xaver.call(hooks.deleteWebhook, { webhook_id }),
      () => xaver.call(hooks.listDeliveries, { webhook_id }),
    ])
      expect(await toOutcome(action())).toBe('webhooks.notFound')
    expect(await toOutcome(xaver.call(hooks.redeliver, { delivery_id: delivery!._id }))).toBe(
      'webhooks.deliveryNotFound',
    )
    expect(await toOutcome(makeHook({ folder_id: secret }, xaver))).toBe('collections.notFound')
    await pass(app)
    expect(receiver.calls).toEqual([])
    expect((await ada.call(hooks.listWebhooks, {}))[0]).toMatchObject({ _id: webhook_id, is_active: true })
  })

  test('allows at most ten, also of concurrent calls, and rejects an invalid form', async () => {
    const ends = await Promise.all(Array.from({ length: 13 }, () => toOutcome(makeHook())))
    expect(ends.filter(end => end === 'done')).toHaveLength(10)
    expect(new Set(ends)).toEqual(new Set(['done', 'webhooks.tooMany']))
    const zoe = await signIn(app, 'zoe')
    for (const [form, refusal] of [
      [{ address: ' ' }, 'webhooks.addressRequired'],
      [{ address: 'bread.example/hook' }, 'webhooks.addressInvalid'],
      [{ address: 'ftp://bread.example/' }, 'webhooks.addressInvalid'],
      [{ address: 'https://me:pass@bread.example/' }, 'webhooks.addressInvalid'],
      [{ address: `https://bread.example/${'a'.repeat(2048)}` }, 'webhooks.addressInvalid'],
      [{ events: [] }, 'webhooks.eventsRequired'],
      [{ desc: 'd'.repeat(201) }, 'webhooks.descTooLong'],
    ] as const)
      expect(await toOutcome(makeHook(form as object, zoe))).toBe(refusal)
  })

  test('a disabled webhook receives nothing, drops its queue, and starts fresh when enabled again', async () => {
    const { webhook } = await makeHook()
    const webhook_id = webhook._id
    await ada.call(saveLink, note('Before'))
    expect(await ada.call(hooks.updateWebhook, { webhook_id, is_active: 0, desc: 'Off' })).toMatchObject({
      is_active: false,
      desc: 'Off',
      off_reason: null,
    })
    await ada.call(saveLink, note('Concurrent'))
    await pass(app)
    expect(receiver.calls).toEqual([])
    await ada.call(hooks.updateWebhook, { webhook_id, is_active: 1, events: ['link.created'] })
    await ada.call(saveLink, note('After'))
    await pass(app)
    expect(receiver.take().map(each => each.links![0]!.name)).toEqual(['After'])
    await ada.call(saveLink, note('Too late'))
    await ada.call(hooks.deleteWebhook, { webhook_id })
    await pass(app)
    expect(receiver.calls).toEqual([])
  })
})
