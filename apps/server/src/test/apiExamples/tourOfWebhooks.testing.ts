import { saveLink } from '@nestmark/contract/links/links'
import * as webhooks from '@nestmark/contract/webhooks'
import { settled } from '../permissionMatrix/fixture.testing.ts'
import type { TestApp } from '../support/app.ts'
import type { Recorder } from './record.testing.ts'

interface Made {
  _id: string
}

/** Creates a webhook, tests it, triggers a delivery with a link, and lists the deliveries. */
export async function tourOfWebhooks(
  app: TestApp,
  call: <T = never>(op: Parameters<Recorder['call']>[0], input?: Record<string, unknown>) => Promise<T>,
  site: string,
  folder_id: string,
): Promise<void> {
  const form = {
    address: `${site}/page`,
    desc: 'Mirror of my recipes',
    events: ['link.created', 'link.updated', 'link.trashed'],
    folder_id,
  }
  const { webhook } = await call<{ webhook: Made }>(webhooks.createWebhook, form)
  const webhook_id = webhook._id
  await call(webhooks.testWebhook, { webhook_id })
  const note = { name: 'Ciabatta', desc: 'A wet dough', category: 4, parent: folder_id }
  await call(saveLink, note)
  app.clock.now += 2000
  app.services.jobs.wake()
  await settled(app)
  await call(webhooks.listWebhooks)
  const [delivery] = await call<Made[]>(webhooks.listDeliveries, { webhook_id })
  await call(webhooks.redeliver, { delivery_id: delivery!._id })
  await call(webhooks.updateWebhook, { webhook_id, events: ['link.created'] })
  await call(webhooks.newWebhookSecret, { webhook_id })
  await call(webhooks.deleteWebhook, { webhook_id })
}
