import type { listReceivedSuggestions as toMe } from '@nestmark/contract/suggestions'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import type { Call } from '../../calls/call.ts'
import { readPage } from './readSuggestions.ts'

/** Returns the suggestions pending the caller's decision; a feature of the paid plans. */
export async function listReceivedSuggestions(
  call: Call,
  input: Parsed<typeof toMe>,
): Promise<Output<typeof toMe>> {
  requirePlanFeature(call.actor.plan, 'suggestions')
  return readPage(call, 'to_me', input.page)
}
