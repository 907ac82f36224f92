import * as contract from '@nestmark/contract/webhooks'
import { implement, type Route } from '../../http/implement.ts'
import { listDeliveries, redeliver, testWebhook } from './deliveries.ts'
import { createWebhook, deleteWebhook, newWebhookSecret, listWebhooks, updateWebhook } from './webhooks.ts'

export const webhookRoutes: readonly Route[] = [
  implement(contract.createWebhook, createWebhook),
  implement(contract.listWebhooks, listWebhooks),
  implement(contract.updateWebhook, updateWebhook),
  implement(contract.newWebhookSecret, newWebhookSecret),
  implement(contract.deleteWebhook, deleteWebhook),
  implement(contract.testWebhook, testWebhook),
  implement(contract.listDeliveries, listDeliveries),
  implement(contract.redeliver, redeliver),
]
