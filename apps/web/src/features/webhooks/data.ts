import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  newWebhookSecret,
  redeliver,
  testWebhook,
  updateWebhook,
  listDeliveries,
} from '@nestmark/contract/webhooks'
import { webhookTexts as texts } from '@nestmark/texts/webhooks'
import { type MutationOptions, useOperationMutation, useOperation } from '../../lib/api/operations.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { toast } from '../../lib/toasts.ts'

export const useWebhooks = () => useOperation(listWebhooks, {}, { quiet: true })
export const useDeliveries = (webhook_id: string) =>
  useOperation(listDeliveries, { webhook_id }, { quiet: true })

export const useCreateWebhook = (options: MutationOptions<typeof createWebhook>) =>
  useOperationMutation(createWebhook, options)
export const useUpdateWebhook = (options: MutationOptions<typeof updateWebhook>) =>
  useOperationMutation(updateWebhook, options)
export const useSwitchWebhook = () =>
  useOperationMutation(updateWebhook, {
    onSuccess: ({ is_active }) => toast({ title: is_active ? texts.switchedOn : texts.switchedOff }),
  })
export const useDeleteWebhook = () =>
  useOperationMutation(deleteWebhook, { onSuccess: () => toast({ title: texts.deleted }) })
export const useNewWebhookSecret = () =>
  useOperationMutation(newWebhookSecret, {
    onSuccess: ({ secret }) => openOverlay('webhookSecret', { secret }),
  })
export const useTestWebhook = () => useOperationMutation(testWebhook)
export const useRedeliver = () =>
  useOperationMutation(redeliver, { onSuccess: () => toast({ title: texts.sentAgain }) })
