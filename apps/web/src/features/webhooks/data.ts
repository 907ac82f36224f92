import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  newWebhookSecret,
  redeliverWebhook,
  testWebhook,
  updateWebhook,
  webhookDeliveries,
} from '@nestmark/contract/webhooks'
import { webhookTexts as texts } from '@nestmark/texts/webhooks'
import { type DeedOptions, useDeed, useOperation } from '../../lib/api/operations.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { toast } from '../../lib/toasts.ts'

export const useWebhooks = () => useOperation(listWebhooks, {}, { quiet: true })
export const useDeliveries = (webhook_id: string) =>
  useOperation(webhookDeliveries, { webhook_id }, { quiet: true })

export const useCreateWebhook = (options: DeedOptions<typeof createWebhook>) =>
  useDeed(createWebhook, options)
export const useUpdateWebhook = (options: DeedOptions<typeof updateWebhook>) =>
  useDeed(updateWebhook, options)
export const useSwitchWebhook = () =>
  useDeed(updateWebhook, {
    onSuccess: ({ is_active }) => toast({ title: is_active ? texts.switchedOn : texts.switchedOff }),
  })
export const useDeleteWebhook = () =>
  useDeed(deleteWebhook, { onSuccess: () => toast({ title: texts.deleted }) })
export const useNewSecret = () =>
  useDeed(newWebhookSecret, { onSuccess: ({ secret }) => openOverlay('webhookSecret', { secret }) })
export const useTestWebhook = () => useDeed(testWebhook)
export const useSendAgain = () =>
  useDeed(redeliverWebhook, { onSuccess: () => toast({ title: texts.sentAgain }) })
