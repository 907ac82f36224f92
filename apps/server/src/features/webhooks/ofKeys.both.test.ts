import { addKey, deleteKey } from '@nestmark/contract/apiKeys'
import { deleteWebhook, listWebhooks, testWebhook, updateWebhook } from '@nestmark/contract/webhooks'
import { generateApiKey } from '@nestmark/core/apiKey'
import { expect, test } from 'vitest'
import { toOutcome } from '../../test/support/people.ts'
import { ada, app, createHookId, makeHook, receiver, save, setUpFixture } from './fixture.testing.ts'
import { pass } from './receiver.testing.ts'

setUpFixture()

const createKey = async (name: string, scope: 'read' | 'write' = 'write') => {
  const key = generateApiKey(bytes => crypto.getRandomValues(new Uint8Array(bytes)))
  const { _id } = await ada.call(addKey, { key, name, scope })
  return { id: _id, program: { ...ada, call: app.as(key) } }
}

test('T13 a key sees and deletes only the webhooks that it has created, and changes none', async () => {
  const own = await createHookId()
  const [one, other] = [await createKey('One'), await createKey('Other')]
  const reader = await createKey('Reader', 'read')
  const { webhook } = await makeHook({}, one.program)
  const webhook_id = webhook._id
  expect(webhook.key).toEqual({ _id: one.id, name: 'One' })
  const idsOf = async (who: typeof ada) => (await who.call(listWebhooks, {})).map(each => each._id)
  expect(await idsOf(one.program)).toEqual([webhook_id])
  expect(await idsOf(other.program)).toEqual([])
  expect((await idsOf(ada)).toSorted()).toEqual([own, webhook_id].toSorted())
  const outcomes = [
    other.program.call(deleteWebhook, { webhook_id }),
    one.program.call(deleteWebhook, { webhook_id: own }),
    one.program.call(updateWebhook, { webhook_id, address: receiver.address }),
    one.program.call(testWebhook, { webhook_id }),
    makeHook({}, reader.program),
  ].map(toOutcome)
  const [foreign, not] = ['webhooks.notFound', 'keys.notAllowed']
  expect(await Promise.all(outcomes)).toEqual([foreign, foreign, not, not, 'keys.readOnly'])
  await one.program.call(deleteWebhook, { webhook_id })
  expect(await idsOf(ada)).toEqual([own])
})

test('T13 the webhooks of a key end with it, also for events that wait', async () => {
  const { id, program } = await createKey('Zapier')
  const own = await createHookId()
  await makeHook({}, program)
  await save('Before')
  await pass(app)
  expect(receiver.calls.splice(0)).toHaveLength(2)
  await save('Concurrent')
  await ada.call(deleteKey, { key: id })
  await pass(app)
  expect(receiver.calls.map(each => each.call.webhook)).toEqual([own])
  expect((await ada.call(listWebhooks, {})).map(each => each._id)).toEqual([own])
})
