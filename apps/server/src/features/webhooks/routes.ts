import { type Route, route } from '../../calls/route.ts'
import { listDeliveries, redeliver } from './deliveries/deliveries.ts'
import {
  testWebhook,
  createWebhook,
  listWebhooks,
  updateWebhook,
  deleteWebhook,
  newWebhookSecret,
} from './webhooks.ts'

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
