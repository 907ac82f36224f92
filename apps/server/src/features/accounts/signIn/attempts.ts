import { toAddressKey } from '../../../calls/addressKey.ts'

interface Rule {
  /** Attempts before the first wait. */
  free: number
  /** The first wait in seconds; each further attempt doubles it. */
  first: number
  /** The longest wait in seconds. */
  longest: number
}

/** A pair is an account with an IP address: a guesser does not delay sign-ins from elsewhere. */
const rules = {
  signInPair: { free: 20, first: 1, longest: 900 },
  signInAddress: { free: 100, first: 1, longest: 900 },
  /** Applies only to addresses without a session of the account, so that the owner's own addresses are not affected. */
  signInAccount: { free: 50, first: 1, longest: 900 },
  /**
   * Attempts by a caller who has proved access to the account's mailbox. They do not count towards the limits above.
   */
  signInProved: { free: 10, first: 2, longest: 900 },
  signUpAddress: { free: 20, first: 2, longest: 60 },
  /** Sign-ups with an address that has an account: several of them suggest account enumeration. */
  signUpKnown: { free: 5, first: 10, longest: 900 },
  providerAddress: { free: 300, first: 1, longest: 30 },
  mailPair: { free: 3, first: 30, longest: 900 },
  mailAddress: { free: 50, first: 5, longest: 900 },
  mailAccount: { free: 10, first: 60, longest: 3600 },
  resetAddress: { free: 20, first: 1, longest: 900 },
  nameAddress: { free: 300, first: 1, longest: 30 },
  imageSession: { free: 20, first: 5, longest: 300 },
  passwordSession: { free: 5, first: 2, longest: 900 },
} satisfies Record<string, Rule>
export type Counted = keyof typeof rules

interface Tries {
  count: number
  /** No attempt is allowed before this time. */
  until: number
  at: number
  /** The last counted attempt. */
  last: symbol
}

/** A started attempt, by which it can be reverted. */
export interface RevertToken {
  id: symbol
  /** The value of `until` before the attempt. */
  before: number
}

const forgetMs = 3_600_000
const maxKeys = 50_000

/** Counts attempts that may be guesses, and lengthens the wait after each. In memory: a restart resets it. */
export class Attempts {
  #tries = new Map<string, Tries>()
  #now: () => number

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Returns the seconds until an attempt is allowed, 0 when it is allowed now. Does not count as an attempt. */
  wait(kind: Counted, key: string): number {
    const tries = this.#find(kind, key)
    return tries ? Math.max(0, Math.ceil((tries.until - this.#now()) / 1000)) : 0
  }

  /** Counts an attempt before its result is known, so that concurrent ones are counted too. */
  begin(kind: Counted, key: string): RevertToken {
    const { free, first, longest } = rules[kind]
    const at = this.#now()
    const tries = this.#find(kind, key)
    const count = (tries?.count ?? 0) + 1
    const wait = count < free ? 0 : Math.min(first * 2 ** (count - free), longest)
    const name = `${kind} ${key}`
    const begun = { id: Symbol(name), before: tries?.until ?? 0 }
    this.#tries.delete(name)
    this.#tries.set(name, { count, until: at + wait * 1000, at, last: begun.id })
    const [oldest] = this.#tries.keys()
    if (this.#tries.size > maxKeys && oldest !== undefined) this.#tries.delete(oldest)
    return begun
  }

  /** Reverts an attempt that was not a guess. Waits caused by later attempts remain. */
  release(kind: Counted, key: string, { id, before }: RevertToken): void {
    const tries = this.#find(kind, key)
    if (!tries) return
    tries.count = Math.max(0, tries.count - 1)
    if (tries.last === id) tries.until = before
  }

  /** Resets the count after a successful proof of identity. */
  forget(kind: Counted, key: string): void {
    this.#tries.delete(`${kind} ${key}`)
  }

  #find(kind: Counted, key: string): Tries | undefined {
    const tries = this.#tries.get(`${kind} ${key}`)
    return tries && this.#now() - tries.at < forgetMs ? tries : undefined
  }
}

/** Returns the key of an account with an IP address. */
export function pairKey(email: string, ip: string): string {
  return `${email} ${toAddressKey(ip)}`
}
