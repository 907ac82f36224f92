import type { Cost } from '@nestmark/contract/operation'
import { refuse, Refused } from '../access/refuse.ts'
import { toAddressKey } from './addressKey.ts'

interface Allowance {
  /** Calls allowed in a burst. */
  burst: number
  /** Further calls per minute. */
  perMinute: number
}

/** Counted per person, and per address for visitors. Ordinary calls of signed-in people are not limited. */
const allowances: Record<
  | Cost
  | 'couponAddress'
  | 'findMemberAddress'
  | 'missedMember'
  | 'missedMemberAddress'
  | 'delayedSignIn'
  | 'visitor'
  | 'visitorScrape'
  | 'visitorSuggest'
  | 'badKey',
  Allowance
> = {
  scrape: { burst: 60, perMinute: 120 },
  visitorScrape: { burst: 10, perMinute: 20 },
  suggest: { burst: 60, perMinute: 20 },
  visitorSuggest: { burst: 10, perMinute: 2 },
  import: { burst: 10, perMinute: 10 },
  previewImport: { burst: 60, perMinute: 60 },
  export: { burst: 10, perMinute: 10 },
  // A reader thread writes it, within the share of the person.
  exportPart: { burst: 60, perMinute: 30 },
  // One small call can add many links.
  copy: { burst: 10, perMinute: 2 },
  findMember: { burst: 40, perMinute: 4 },
  findMemberAddress: { burst: 80, perMinute: 8 },
  // Look-ups without a result. Inviting a team causes a few; probing for accounts causes little else.
  missedMember: { burst: 10, perMinute: 0.5 },
  missedMemberAddress: { burst: 20, perMinute: 1 },
  // 20 a day: requests for what does not exist count too, so the limit reveals nothing.
  requestAccess: { burst: 20, perMinute: 20 / 1440 },
  code: { burst: 20, perMinute: 20 },
  username: { burst: 60, perMinute: 60 },
  picture: { burst: 20, perMinute: 10 },
  password: { burst: 10, perMinute: 1 },
  // A code has 60 random bits, so guessing is hopeless; the limit stops the load.
  coupon: { burst: 10, perMinute: 2 },
  // Each calls another server.
  webhook: { burst: 10, perMinute: 6 },
  feed: { burst: 60, perMinute: 30 },
  // As expensive as saving a link. Thousands of files can be dropped together; their bytes are limited by the transfers and
  // the unfinished uploads of a person.
  upload: { burst: 300, perMinute: 600 },
  // Reads the file, and may write it again, as one of the transfers of the person.
  finishUpload: { burst: 300, perMinute: 600 },
  // Each calls another server, in the background.
  archivePage: { burst: 60, perMinute: 30 },
  // One small row. A reading user saves every few seconds, on one or two devices.
  readingPlace: { burst: 60, perMinute: 60 },
  // Each starts a browser.
  pdf: { burst: 10, perMinute: 10 },
  capture: { burst: 10, perMinute: 10 },
  couponAddress: { burst: 60, perMinute: 20 },
  // Unknown keys only; a valid key is never limited by the guesses of others.
  badKey: { burst: 20, perMinute: 20 },
  // Throttled sign-ins, for which the server checks whether they come from the owner of the account.
  delayedSignIn: { burst: 30, perMinute: 60 },
  visitor: { burst: 300, perMinute: 600 },
}

const maxBuckets = 50_000

/** Token buckets in memory: each refills evenly up to its burst. */
export class RateLimits {
  #buckets = new Map<string, { left: number; at: number }>()
  #now: () => number

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * Charges a caller known by address only: an entire IPv6 network counts as one caller.
   * @throws Refused 'request.tooMany'
   */
  spendForAddress(kind: keyof typeof allowances, ip: string): void {
    this.spend(kind, toAddressKey(ip))
  }

  /** Refunds a call that was charged in advance. */
  refund(kind: keyof typeof allowances, caller: string): void {
    const bucket = this.#buckets.get(`${kind} ${caller}`)
    if (bucket) bucket.left = Math.min(allowances[kind].burst, bucket.left + 1)
  }

  /** Charges one call and returns true when the allowance covered it. */
  trySpendForAddress(kind: keyof typeof allowances, ip: string): boolean {
    try {
      this.spendForAddress(kind, ip)
      return true
    } catch (error) {
      if (error instanceof Refused) return false
      throw error
    }
  }

  /**
   * Charges one call to the caller's allowance.
   * @throws Refused 'request.tooMany' with the seconds to wait
   */
  spend(kind: keyof typeof allowances, caller: string): void {
    const { burst, perMinute } = allowances[kind]
    const key = `${kind} ${caller}`
    const now = this.#now()
    const bucket = this.#buckets.get(key) ?? { left: burst, at: now }
    bucket.left = Math.min(burst, bucket.left + ((now - bucket.at) * perMinute) / 60_000)
    bucket.at = now
    if (bucket.left < 1)
      refuse('request.tooMany', { retryAfter: Math.ceil(((1 - bucket.left) * 60) / perMinute) })
    bucket.left -= 1
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    // Evicts the least recently used bucket, which is full again by then.
    const oldest = this.#buckets.size <= maxBuckets ? undefined : this.#buckets.keys().next().value
    if (oldest !== undefined) this.#buckets.delete(oldest)
  }
}
