import * as contract from '@nestmark/contract/links/brokenLinks'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { action } from '../../calls/action.ts'
import { runAction } from '../links/sets/runAction.ts'
import { updateBatch } from './addressBatch.ts'

/**
 * Changes links that have moved to their new addresses, a few immediately and many by a job.
 * @throws Refused 'plan.brokenLinks', 'links.noneChosen', 'links.notFound', 'links.readOnly'
 */
export const updateAddresses = action(contract.updateAddresses, async (call, { links }) => {
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
})
