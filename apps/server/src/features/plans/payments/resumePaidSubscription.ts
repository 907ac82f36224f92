import * as contract from '@nestmark/contract/plans'
import { resumePlan } from '@nestmark/core/plans/planTerms'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import type { CallWith } from '../../../services.ts'
import { changeSubscriptions, resumeRenewal } from './changeSubscriptions.ts'
import { changeTerms } from './changeTerms.ts'

/** Reverts a cancellation while the plan is still active. */
export const resumePaidSubscription = action(
  contract.resumePaidSubscription,
  async (call: CallWith<'payments'>) => {
    return (
      (await changeSubscriptions(call, resumeRenewal)) ??
      changeTerms(call, async (_, had) => resumePlan(had, call.services.now()) ?? refuse('plan.notCancelled'))
    )
  },
)
