import * as contract from '@nestmark/contract/webhooks'
import { implement, type Route } from '../../calls/route.ts'
import { listDeliveries } from './listDeliveries.ts'
import { redeliver } from './redeliver.ts'
import { testWebhook } from './testWebhook.ts'
import { createWebhook } from './createWebhook.ts'
import { deleteWebhook } from './deleteWebhook.ts'
import { newWebhookSecret } from './newWebhookSecret.ts'
import { listWebhooks } from './listWebhooks.ts'
import { updateWebhook } from './updateWebhook.ts'

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
