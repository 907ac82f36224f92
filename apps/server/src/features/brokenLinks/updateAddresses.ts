import type { updateAddresses as update } from '@nestmark/contract/brokenLinks'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import type { Call } from '../../calls/call.ts'
import type { StatusReply } from '../../calls/replies.ts'
import { runAction } from '../links/runAction.ts'
import { updateBatch } from './addressBatch.ts'

/**
 * Changes links that have moved to their new addresses, a few immediately and many by a job.
 * @throws Refused 'plan.brokenLinks', 'links.noneChosen', 'links.notFound', 'links.readOnly'
 */
export async function updateAddresses(
  call: Call,
  { links }: Parsed<typeof update>,
): Promise<Output<typeof update> | StatusReply<Output<typeof update>>> {
  requirePlanFeature(call.actor.plan, 'brokenLinks')
  const done = await runAction(
    call,
    'links.edit',
    { ids: links },
    { action: 'updateAddresses' },
    (tx, batch, granted) => updateBatch(tx, batch, granted),
  )
  call.services.jobs.wake()
  return done.as(changed => ({ changed }))
}
