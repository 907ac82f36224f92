import * as contract from '@nestmark/contract/webhooks'
import { implement, type Route } from '../../http/implement.ts'
import { readDeliveries, redeliver, testWebhook } from './deliveries.ts'
import { createWebhook, deleteWebhook, newWebhookSecret, readWebhooks, updateWebhook } from './webhooks.ts'

export const webhookRoutes: readonly Route[] = [
  implement(contract.createWebhook, createWebhook),
  implement(contract.listWebhooks, readWebhooks),
  implement(contract.updateWebhook, updateWebhook),
  implement(contract.newWebhookSecret, newWebhookSecret),
  implement(contract.deleteWebhook, deleteWebhook),
  implement(contract.testWebhook, testWebhook),
  implement(contract.webhookDeliveries, readDeliveries),
  implement(contract.redeliverWebhook, redeliver),
]
