import type { UserData } from '@nestmark/contract/session'

/** How many bookmarks the free plan holds. */
export const freeBookmarks = 500

/** Plan 1 is the free one; every other is paid. */
export function isFree(me: Pick<UserData, 'plan'>): boolean {
  return me.plan === 1
}
