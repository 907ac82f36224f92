import type { PlanState } from '@nestmark/contract/plans'
import type { PlanTerms } from '@nestmark/core/planTerms'
import type { Selectable } from 'kysely'
import type { PersonRow } from '../../db/tables.ts'

/** The columns of a person that define the plan. */
type PlanColumns = Pick<Selectable<PersonRow>, 'plan' | 'plan_until' | 'plan_renews' | 'plan_cancelled'>

/** Returns the plan of a person from the row. */
export function toPlanTerms({ plan, plan_until, plan_renews, plan_cancelled }: PlanColumns): PlanTerms {
  return { plan, until: plan_until, renews: plan_renews === 1, cancelled: plan_cancelled === 1 }
}

/** Returns the plan's duration in its wire format. */
export function presentTerms({ plan, until, renews, cancelled }: PlanTerms): PlanState {
  return {
    plan,
    next_billing_date: renews ? until : null,
    plan_expires: renews ? null : until,
    is_cancelled: cancelled ? 1 : 0,
  }
}
