import type { PlanState } from '@nestmark/contract/plans'
import type { PlanTerms } from '@nestmark/core/plans/planTerms'
import type { Selectable } from 'kysely'
import type { PersonRow } from '../../db/tables/tables.ts'

/** The columns of a person that define the plan. */
type PlanColumns = Pick<
  Selectable<PersonRow>,
  'plan' | 'plan_until' | 'plan_renews' | 'plan_cancelled' | 'plan_overdue'
>

/** Returns the plan of a person from the row. */
export function toPlanTerms(row: PlanColumns): PlanTerms {
  return {
    plan: row.plan,
    until: row.plan_until,
    renews: row.plan_renews === 1,
    cancelled: row.plan_cancelled === 1,
    ...(row.plan_overdue === 1 && { overdue: true }),
  }
}

/** Returns the plan's duration in its wire format. */
export function presentTerms({ plan, until, renews, cancelled, overdue }: PlanTerms): PlanState {
  return {
    plan,
    next_billing_date: renews ? until : null,
    plan_expires: renews ? null : until,
    is_cancelled: cancelled ? 1 : 0,
    is_overdue: overdue ? 1 : 0,
  }
}
