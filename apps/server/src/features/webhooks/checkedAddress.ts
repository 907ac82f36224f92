import { limits } from '@nestmark/core/limits'
import { refuse } from '../../access/refuse.ts'
import type { WebhookSender } from '../../fetching/webhookSender.ts'

/**
 * Returns an address in the form in which it is stored. Accepts only addresses that this server would call, as far as
 * the address itself shows (S01, S02, S06).
 * @throws Refused 'webhooks.addressInvalid', 'webhooks.addressPrivate'
 */
export function checkedAddress(poster: WebhookSender, text: string): string {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return refuse('webhooks.addressInvalid')
  // A password in an address would be visible in lists, and would not be sent.
  if (url.username || url.password || url.href.length > limits.webhookAddress)
    return refuse('webhooks.addressInvalid')
  if (!poster.isAllowed(url.href)) return refuse('webhooks.addressPrivate')
  return url.href
}
