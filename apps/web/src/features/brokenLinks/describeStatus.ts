import type { BrokenLink, BrokenState } from '@nestmark/contract/links/brokenLinks'
import { brokenLinkTexts as texts } from '@nestmark/texts/links/brokenLinks'
import { formatDate } from '../../lib/dates.ts'
import type { Icon } from '../../ui/fields/Button.tsx'
import {
  IconCornerUpRight,
  IconEyeOff,
  IconHandStop,
  IconHelpCircle,
  IconHourglass,
  IconServerOff,
  IconUnlink,
} from '../../ui/icons.ts'

/** The icon of each section. */
export const stateIcons: Record<BrokenState | 'ignored', Icon> = {
  dead: IconUnlink,
  moved: IconCornerUpRight,
  unsure: IconHelpCircle,
  refused: IconHandStop,
  slow: IconHourglass,
  ignored: IconEyeOff,
}

/** The class with the colour of a state. The others have none. */
export const stateTones: Partial<Record<string, string>> = { dead: 'bad', moved: 'acc', unsure: 'warn' }

/** Returns what the page says about a broken link: a sentence, and a line with the status and since when. */
export function describeStatus({
  state,
  status,
  fault: failure,
  since,
  checks,
  checked_at: checkedAt,
}: BrokenLink): {
  icon: Icon
  title: string
  line: string
  /** The status alone. */
  code: string
} {
  const isServer = state === 'unsure' && status >= 500
  const title = state === 'moved' ? texts.moved : (texts.failureText(failure) ?? texts.statusText(status))
  const last = checks.at(-1)
  const isFirst = checks.at(-2) !== last
  const when = isFirst ? (checks.length > 1 ? texts.once : '') : texts.since(formatDay(since, checkedAt))
  return {
    icon: isServer ? IconServerOff : stateIcons[state === 'answered' ? 'unsure' : state],
    title,
    line: texts.statusLine(status, failure, state === 'moved' ? '' : when),
    code: texts.code(status),
  }
}

/** Formats a day of the year of a check without its year. */
function formatDay(day: number, checkedAt: number): string {
  const year = `, ${new Date(checkedAt).getFullYear()}`
  return formatDate(day).replace(year, '')
}

/** Returns an address without its scheme and `www.`. */
export const shortenAddress = (address: string): string =>
  address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')

/** Returns the address of the newest archived version of a page. */
export const toArchiveAddress = (address: string): string => `https://web.archive.org/web/2/${address}`
