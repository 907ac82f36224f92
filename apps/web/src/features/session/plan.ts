import type { UserData } from '@nestmark/contract/session'
import { hasPlanFeature, toPlan } from '@nestmark/core/plans/plans'
import { arePlanLimitsEnabled } from '../../lib/serverSetting.ts'

/** The number of bookmarks in the free plan. */
export const freeBookmarks = toPlan(1).links

/** Returns true for plan 1, the free plan; all others are paid. */
export function isFree(me: Pick<UserData, 'plan'>): boolean {
  return !toPlan(me.plan).paid
}

/** Returns true if the searches of a person include descriptions. */
export function searchesDescriptions(plan: number): boolean {
  return !arePlanLimitsEnabled() || hasPlanFeature(plan, 'searchDescriptions')
}
