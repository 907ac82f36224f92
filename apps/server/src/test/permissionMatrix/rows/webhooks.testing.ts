import * as webhooks from '@nestmark/contract/webhooks'
import { insertDelivery } from '../../../features/webhooks/deliveries/deliveryStore.ts'
import { newId } from '../../../db/newId.ts'
import type { Person } from '../../support/people.ts'
import { ownerOnly, noToken, signedInOnly, type Row } from '../row.testing.ts'
import type { Resources } from '../factory.testing.ts'

/** Deletes a person's webhooks, because their number is limited. */
async function clear(who: Person): Promise<void> {
  for (const { _id } of await who.call(webhooks.listWebhooks, {}))
    await who.call(webhooks.deleteWebhook, { webhook_id: _id })
}
const clearAll = ({ people }: Resources) => Promise.all(Object.values(people).map(clear))

/** Creates a webhook of the owner for the target, with an address that does not resolve. */
async function createWebhook({ people, target }: Resources): Promise<string> {
  await clear(people.owner)
  const form = {
    address: 'https://hooks.example/',
    folder_id: target,
    events: ['collection.deleted' as const],
  }
  return (await people.owner.call(webhooks.createWebhook, form)).webhook._id
}

/** Creates an abandoned delivery of such a webhook. */
async function createFailedDelivery(resources: Resources): Promise<string> {
  const { services, clock } = resources.app
  const row = {
    id: newId(),
    webhook_id: await createWebhook(resources),
    events: '[]',
    state: 'failed' as const,
    status: null,
    tries: 6,
    created_at: clock.now,
    tried_at: clock.now,
    next_at: null,
  }
  await services.db.write(tx => insertDelivery(tx, row))
  return row.id
}

/** Returns a row about one webhook of the owner. */
const ofWebhook = (op: Row['op'], more: object = {}, rest: Partial<Row> = {}): Row => ({
  op,
  key: 'none',
  input: async resources => ({ webhook_id: await createWebhook(resources), ...more }),
  expect: ownerOnly('webhooks.notFound'),
  ...rest,
})
const notFound = 'collections.notFound'

export const webhookRows: readonly Row[] = [
  {
    op: webhooks.createWebhook,
    key: 'write',
    before: clearAll,
    input: () => ({ address: 'https://hooks.example/own', desc: 'own', events: ['collection.deleted'] }),
    expect: signedInOnly,
    ownOnly: true,
  },
  {
    op: webhooks.createWebhook,
    case: 'limited to a place',
    key: 'write',
    before: clearAll,
    input: resources => ({
      address: 'https://hooks.example/held',
      folder_id: resources.target,
      events: ['collection.deleted'],
    }),
    expect: {
      private: ['done', notFound, notFound, notFound, noToken],
      team: ['done', 'done', 'done', notFound, noToken],
      public: ['done', 'done', 'done', 'done', noToken],
    },
  },
  {
    op: webhooks.listWebhooks,
    before: clearAll,
    key: 'read',
    changes: false,
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
    empty: [],
  },
  ofWebhook(webhooks.updateWebhook, { desc: 'other words' }),
  ofWebhook(webhooks.newWebhookSecret),
  ofWebhook(webhooks.testWebhook, {}, { changes: false }),
  ofWebhook(webhooks.listDeliveries, {}, { changes: false }),
  ofWebhook(webhooks.deleteWebhook, {}, { key: 'write', withKey: 'webhooks.notFound' }),
  {
    op: webhooks.redeliver,
    key: 'none',
    input: async resources => ({ delivery_id: await createFailedDelivery(resources) }),
    expect: ownerOnly('webhooks.deliveryNotFound'),
  },
]
