import { limits } from '@nestmark/core/limits'
import { toPlan } from '@nestmark/core/plans/plans'
import { truncateText } from '@nestmark/core/words/truncateText'
import { namesHost, normaliseAddress, withoutPlace } from '@nestmark/core/addresses/url'
import { areQuotasEnforced } from '../../../access/planQuotas.ts'
import { refuse } from '../../../access/refuse.ts'
import { toPageKey } from './pageKey.ts'
import type { StoredHighlight } from '../highlightStore.ts'
import type { PageTarget } from './pageStore.ts'

/** Returns the address of a page with its scheme; null for what is none, such as a single word. */
export const toPageAddress = (text: string): string | null =>
  namesHost(text) ? normaliseAddress(text) : null

/**
 * Returns the page of an address.
 * @throws Refused 'links.linkRequired', 'links.linkInvalid'
 */
export function toTarget(url: string | undefined, title = ''): PageTarget {
  if (url === undefined || url.trim() === '') return refuse('links.linkRequired')
  const address = toPageAddress(url) ?? refuse('links.linkInvalid')
  return { key: toPageKey(address), linkId: null, address: withoutPlace(address), title: toTitle(title) }
}

/** Returns the title of a page, within the limit. */
export const toTitle = (title: string): string => truncateText(title.trim(), limits.title)

/** Returns how many highlights a page may have: by the plan (HL-06), and at most 500. */
export function maxOfPage(plan: number): number {
  return areQuotasEnforced()
    ? Math.min(limits.highlightsPerPage, toPlan(plan).highlightsPerPage)
    : limits.highlightsPerPage
}

/**
 * Asserts that a page may have so many highlights after some were added. It must be locked, so that of two concurrent calls
 * only one adds the last one. A page above the limit, because the plan changed, retains its highlights.
 * @throws Refused 'plan.highlights', 'highlights.tooMany'
 */
export function requireRoom(plan: number, count: number): void {
  if (count > limits.highlightsPerPage) refuse('highlights.tooMany')
  if (count > maxOfPage(plan)) refuse('plan.highlights')
}

/** Returns whether two highlights of a page are the same: their texts are, and so are their positions where both have one. */
export function isSameHighlight(
  one: Pick<StoredHighlight, 'text' | 'anchor'>,
  other: Pick<StoredHighlight, 'text' | 'anchor'>,
): boolean {
  if (one.text !== other.text) return false
  if (one.anchor === null || other.anchor === null) return true
  return (
    one.anchor.position.start === other.anchor.position.start &&
    one.anchor.pdf?.page === other.anchor.pdf?.page
  )
}

/** The first date that a highlight can have, in milliseconds since 1970. */
const firstDate = Date.UTC(1990, 0, 1)

/** Returns when a highlight was made: as sent, when that is possible, otherwise now. */
export function toCreationTime(sent: number | undefined, now: number): number {
  return sent !== undefined && sent >= firstDate && sent <= now ? Math.floor(sent) : now
}
