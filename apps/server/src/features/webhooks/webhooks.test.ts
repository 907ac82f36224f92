import { createFolder } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links'
import type { Input } from '@nestmark/contract/operation'
import * as hooks from '@nestmark/contract/webhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import type { TestApp } from '../../testing/app.ts'
import { type Person, signIn } from '../../testing/people.ts'
import { appFor, expectSigned, pass, type Receiver, startReceiver } from './receiver.testing.ts'

let app: TestApp
let receiver: Receiver
let ada: Person
beforeAll(async () => {
  receiver = await startReceiver()
  app = await appFor(receiver)
})
beforeEach(async () => {
  receiver.answer = 200
  receiver.take()
  ada = await signIn(app, 'ada', 2)
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
  await app.stop()
  await receiver.web.close()
})

const note = (name: string, more: object = {}) => ({ name, desc: 'Words', category: 4, ...more })
const make = (more: Partial<Input<typeof hooks.createWebhook>> = {}, who = ada) =>
  who.call(hooks.createWebhook, { address: receiver.address, ...more })
const folder = async (name: string, parent?: string) => (await ada.call(createFolder, { name, parent }))._id
const code = (deed: Promise<unknown>) =>
  deed.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

describe('how webhooks are kept', () => {
  test('T02 the secret is in one answer alone: not in lists, and in the database only encrypted', async () => {
    const made = await make({ desc: ' Mirror ' })
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

  test('Z18 strangers neither see, change, fire nor delete them', async () => {
    const secret = await folder('Secret')
    const { webhook } = await make()
    await ada.call(saveLink, note('One'))
    await pass(app)
    receiver.take()
    const [delivery] = await ada.call(hooks.webhookDeliveries, { webhook_id: webhook._id })
    const xaver = await signIn(app, 'xaver', 2)
    const webhook_id = webhook._id
    expect(await xaver.call(hooks.listWebhooks, {})).toEqual([])
    for (const deed of [
      () => xaver.call(hooks.updateWebhook, { webhook_id, is_active: 0 }),
      () => xaver.call(hooks.testWebhook, { webhook_id }),
      () => xaver.call(hooks.newWebhookSecret, { webhook_id }),
      () => xaver.call(hooks.deleteWebhook, { webhook_id }),
      () => xaver.call(hooks.webhookDeliveries, { webhook_id }),
    ])
      expect(await code(deed())).toBe('webhooks.notFound')
    expect(await code(xaver.call(hooks.redeliverWebhook, { delivery_id: delivery!._id }))).toBe(
      'webhooks.deliveryNotFound',
    )
    expect(await code(make({ folder_id: secret }, xaver))).toBe('collections.notFound')
    await pass(app)
    expect(receiver.calls).toEqual([])
    expect((await ada.call(hooks.listWebhooks, {}))[0]).toMatchObject({ _id: webhook_id, is_active: true })
  })

  test('ten are enough, also when they are made at once; a form that is wrong is refused', async () => {
    const ends = await Promise.all(Array.from({ length: 13 }, () => code(make())))
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
      expect(await code(make(form as object, zoe))).toBe(refusal)
  })

  test('switched off it is told nothing, drops what waits, and begins anew when it is on again', async () => {
    const { webhook } = await make()
    const webhook_id = webhook._id
    await ada.call(saveLink, note('Before'))
    expect(await ada.call(hooks.updateWebhook, { webhook_id, is_active: 0, desc: 'Off' })).toMatchObject({
      is_active: false,
      desc: 'Off',
      off_reason: null,
    })
    await ada.call(saveLink, note('Meanwhile'))
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
