import type { downgradeSubscription as downgradeSubscriptionCall } from '@nestmark/contract/plans'
import type { Output } from '@nestmark/contract/operation'
import { toPlan } from '@nestmark/core/plans'
import { freeTerms } from '@nestmark/core/planTerms'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../http/implement.ts'
import { changeTerms } from './changeTerms.ts'

/** Switches to the free plan immediately. All data of the person remains. */
export async function downgradeSubscription(call: Call): Promise<Output<typeof downgradeSubscriptionCall>> {
  return changeTerms(call, async (_, had) =>
    toPlan(had.plan).lifetime ? refuse('plan.lifetime') : freeTerms,
  )
}
