import type { UserData } from '@nestmark/contract/session'
import { toPlan } from '@nestmark/core/plans'

/** How many bookmarks the free plan holds. */
export const freeBookmarks = toPlan(1).links

/** Plan 1 is the free one; every other is paid. */
export function isFree(me: Pick<UserData, 'plan'>): boolean {
  return !toPlan(me.plan).paid
}

/** Where a person learns how the plan is changed on this server. */
export const upgradePath = '/pricing'
