import { createSender } from '@nestmark/client/outbox/send'
import { outboxTexts as texts } from '@nestmark/texts/outbox'
import { client, formatError } from './client.ts'
import { refresh, reportSessionEnd } from './queryClient.ts'
import { tracker } from '../connection.ts'
import { openOverlay } from '../overlays/overlay.ts'
import { toast } from '../toasts.ts'
import { token } from '../browser/token.ts'
import { localIds, queue } from '../outbox/queue.ts'

/** Sends the queued mutations of this page. Loaded when there are some: most visits queue nothing. */
export const send = createSender({
  client,
  queue,
  localIds,
  token,
  tracker,
  formatError,
  onSessionEnd: reportSessionEnd,
  onRefused: ({ title }, sentence) =>
    void toast({
      tone: 'danger',
      title: texts.notSent(title),
      line: sentence,
      action: { label: texts.show, run: () => openOverlay('outbox', {}) },
      duration: 10_000,
    }),
  async onEnd(count, topics) {
    if (topics.length > 0) await refresh(topics)
    if (count > 0) toast({ title: texts.sent(count) })
  },
})
