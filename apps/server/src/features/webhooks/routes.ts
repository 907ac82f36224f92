import { type Route, route } from '../../calls/route.ts'
import { listDeliveries } from './deliveries/listDeliveries.ts'
import { redeliver } from './deliveries/redeliver.ts'
import { testWebhook } from './testWebhook.ts'
import { createWebhook } from './createWebhook.ts'
import { deleteWebhook } from './deleteWebhook.ts'
import { newWebhookSecret } from './newWebhookSecret.ts'
import { listWebhooks } from './listWebhooks.ts'
import { updateWebhook } from './updateWebhook.ts'

export const webhookRoutes: readonly Route[] = [
  route(createWebhook),
  route(listWebhooks),
  route(updateWebhook),
  route(newWebhookSecret),
  route(deleteWebhook),
  route(testWebhook),
  route(listDeliveries),
  route(redeliver),
]
