import type { CopyFailure } from '@nestmark/contract/reading/copies'
import type { RefusalReason } from '../../../fetching/requests/fetchRefused.ts'

/** An attempt to copy a page failed for a reason that is shown to its owner. */
export class CopyFailed extends Error {
  override name = 'CopyFailed'
  readonly reason: CopyFailure
  constructor(reason: CopyFailure) {
    super(`The page cannot be stored: ${reason}.`)
    this.reason = reason
  }
}

/**
 * Returns what is shown to the owner about a fetch that failed. Blocked, unreachable and silent addresses look the same
 * (S09).
 */
export function toFailure(reason: RefusalReason): CopyFailure {
  switch (reason) {
    case 'total-timeout':
      return 'slow'
    case 'too-large':
      return 'tooLarge'
    case 'unreadable':
    case 'not-a-picture':
      return 'unreadable'
    case 'status':
    case 'challenge':
      return 'refused'
    default:
      return 'noAnswer'
  }
}

/** Returns what is shown to the owner about the status of a response; null for a page. */
export function toStatusFailure(status: number): CopyFailure | null {
  if (status >= 200 && status <= 299) return null
  return status === 404 || status === 410 ? 'gone' : 'refused'
}

/** The temporary failures: an automatic copy is tried once more after them. */
export const passingFailures: ReadonlySet<CopyFailure> = new Set(['noAnswer', 'refused', 'slow', 'storeAway'])
