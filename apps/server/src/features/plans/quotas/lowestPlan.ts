import { freeTerms, type PlanTerms } from '@nestmark/core/plans/planTerms'
import type { Config } from '../../../configuration/config.ts'
import { offersPlans } from '../../../configuration/paymentsConfig.ts'
import type { Db } from '../../../db/db.ts'
import { endFreePlan } from '../store.ts'

type PlanConfig = Pick<Config, 'payments' | 'defaultPlan'>

/** Returns the plan that follows when another one ends: the free one, or that of new accounts where no plans are offered. */
export function toLowestTerms(config: PlanConfig): PlanTerms {
  return offersPlans(config) ? freeTerms : { ...freeTerms, plan: config.defaultPlan }
}

/** Gives everybody on the free plan that of new accounts, at the start of a server that offers no plans. */
export async function leaveFreePlan(db: Db, config: PlanConfig): Promise<void> {
  if (!offersPlans(config)) await db.write(tx => endFreePlan(tx, config.defaultPlan))
}
