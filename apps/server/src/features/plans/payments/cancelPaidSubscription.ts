import * as contract from '@nestmark/contract/plans'
import { cancelPlan } from '@nestmark/core/plans/planTerms'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import type { CallWith } from '../../../services.ts'
import { cancelAtEnd, changeSubscriptions } from './changeSubscriptions.ts'
import { changeTerms } from './changeTerms.ts'

/** Cancels a paid plan: it ends on the last paid day. */
export const cancelPaidSubscription = action(
  contract.cancelPaidSubscription,
  async (call: CallWith<'payments'>) => {
    return (
      (await changeSubscriptions(call, cancelAtEnd)) ??
      changeTerms(
        call,
        async (_, had) => cancelPlan(had, call.services.now()) ?? refuse('plan.noSubscription'),
      )
    )
  },
)
