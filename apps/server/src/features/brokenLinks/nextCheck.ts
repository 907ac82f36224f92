import type { CheckMark, LinkState } from '@nestmark/contract/links/brokenLinks'
import type { LinkCheck } from './checkStore.ts'
import type { Finding } from './classifyVisit.ts'

/** The number of checks that a history shows. */
const maxMarks = 5
/** A server that failed so often, over at least so many milliseconds, is taken for dead (docs/adr/006). */
const deadAfter = { failures: 3, ms: 86_400_000 }

const marks = { o: 'answered', x: 'failed', m: 'moved', q: 'refused' } as const satisfies Record<
  string,
  CheckMark
>
type Mark = keyof typeof marks

const markOf: Readonly<Record<LinkState, Mark>> = {
  answered: 'o',
  dead: 'x',
  unsure: 'x',
  moved: 'm',
  refused: 'q',
  slow: 'q',
}

/** Returns the history of a row in its wire format. */
export const presentMarks = (stored: string): CheckMark[] =>
  [...stored].map(mark => marks[mark as Mark] ?? 'failed')

/** What a check changes about a link. */
export type CheckedState = Pick<
  LinkCheck,
  'state' | 'status' | 'fault' | 'location' | 'marks' | 'failures' | 'since' | 'checked_at' | 'ignored'
>

/**
 * Returns what is known about a link after one more check.
 * @param before what was known about the same address
 * @param at milliseconds since 1970
 */
export function nextCheck(before: CheckedState | undefined, finding: Finding, at: number): CheckedState {
  const mark = markOf[finding.state]
  const failures = mark === 'x' ? (before?.failures ?? 0) + 1 : 0
  const since = before?.marks.endsWith(mark) ? before.since : at
  const isServerError = finding.state === 'unsure' && finding.status >= 500
  const isDead = isServerError && failures >= deadAfter.failures && at - since >= deadAfter.ms
  const { failure, ...found } = finding
  return {
    ...found,
    fault: failure,
    state: isDead ? 'dead' : finding.state,
    marks: ((before?.marks ?? '') + mark).slice(-maxMarks),
    failures,
    since,
    checked_at: at,
    // What was ignored is new again once it has answered in between.
    ignored: finding.state === 'answered' ? 0 : (before?.ignored ?? 0),
  }
}
