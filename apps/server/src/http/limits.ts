import type { Cost } from '@nestmark/contract/operation'
import { refuse, Refused } from '../access/refuse.ts'
import { addressKey } from './addressKey.ts'

interface Allowance {
  /** How many calls at once. */
  burst: number
  /** How many more per minute. */
  perMinute: number
}

/** Counted per person, for visitors per address. Ordinary calls of signed-in people are not counted at all. */
const allowances: Record<
  | Cost
  | 'couponAddress'
  | 'findMemberAddress'
  | 'missedMember'
  | 'missedMemberAddress'
  | 'heldUpSignIn'
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
  export: { burst: 10, perMinute: 10 },
  findMember: { burst: 40, perMinute: 4 },
  findMemberAddress: { burst: 80, perMinute: 8 },
  // Look-ups that found nobody: a team is typed with a few slips, and a list of strangers is nothing but these.
  missedMember: { burst: 10, perMinute: 0.5 },
  missedMemberAddress: { burst: 20, perMinute: 1 },
  code: { burst: 20, perMinute: 20 },
  username: { burst: 60, perMinute: 60 },
  picture: { burst: 20, perMinute: 10 },
  password: { burst: 10, perMinute: 1 },
  // A code has 60 random bits: it is not the guessing that this stops, but the noise of it.
  coupon: { burst: 10, perMinute: 2 },
  // Each is a call to a stranger's server.
  webhook: { burst: 10, perMinute: 6 },
  couponAddress: { burst: 60, perMinute: 20 },
  // Keys that do not exist; one that does is never counted, whoever guesses beside it.
  badKey: { burst: 20, perMinute: 20 },
  // Sign-ins that are held up, for which it is looked up whether they come from the owner of the account.
  heldUpSignIn: { burst: 30, perMinute: 60 },
  visitor: { burst: 300, perMinute: 600 },
}

interface Bucket {
  left: number
  at: number
}

const bucketsKept = 50_000

/** Token buckets in memory: each fills evenly and never above its burst. */
export class Limits {
  #buckets = new Map<string, Bucket>()
  #now: () => number

  /** @param now a clock in milliseconds that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * The same for whoever is known by an address alone: a whole IPv6 network counts as one caller.
   * @throws Refused 'request.tooMany'
   */
  spendOfAddress(kind: keyof typeof allowances, ip: string): void {
    this.spend(kind, addressKey(ip))
  }

  /** Gives back one that was taken for a call that turned out to be none of its kind. */
  giveBack(kind: keyof typeof allowances, caller: string): void {
    const bucket = this.#buckets.get(`${kind} ${caller}`)
    if (bucket) bucket.left = Math.min(allowances[kind].burst, bucket.left + 1)
  }

  /** Takes one, too, and says whether there was one left. */
  allowsAddress(kind: keyof typeof allowances, ip: string): boolean {
    try {
      this.spendOfAddress(kind, ip)
      return true
    } catch (error) {
      if (error instanceof Refused) return false
      throw error
    }
  }

  /**
   * Takes one call from the caller's allowance.
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
    // The one that was not used for longest goes first; it is full again by then.
    if (this.#buckets.size > bucketsKept) this.#buckets.delete(this.#buckets.keys().next().value!)
  }
}
