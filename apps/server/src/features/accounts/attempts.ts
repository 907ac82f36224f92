import { addressKey } from '../../http/addressKey.ts'

interface Rule {
  /** Tries before the first wait. */
  free: number
  /** The first wait in seconds; each further try doubles it. */
  first: number
  /** The longest wait in seconds. */
  longest: number
}

/** A pair is an account as tried from one address: whoever guesses there holds up nobody who signs in elsewhere. */
const rules = {
  signInPair: { free: 20, first: 1, longest: 900 },
  signInAddress: { free: 100, first: 1, longest: 900 },
  /** Only for addresses from which nobody is signed in to the account, so the owner's own places stay open. */
  signInAccount: { free: 50, first: 1, longest: 900 },
  /** Tries by whoever has shown that the account's mailbox is theirs. They fill none of the counts above. */
  signInProved: { free: 10, first: 2, longest: 900 },
  signUpAddress: { free: 20, first: 2, longest: 60 },
  /** Sign-ups that found an account: whoever meets a few of them is asking who has one. */
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
  /** No further try before this. */
  until: number
  at: number
  /** The try that counted last. */
  last: symbol
}

/** A try that has begun, by which it can be taken back. */
export interface Begun {
  id: symbol
  /** What `until` was before it. */
  before: number
}

const forgetMs = 3_600_000
const keysKept = 50_000

/** Counts tries that may be guesses, and makes each further one wait longer. Kept in memory: a restart forgets. */
export class Attempts {
  #tries = new Map<string, Tries>()
  #now: () => number

  /** @param now a clock in milliseconds that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Seconds until this may be tried again, 0 when at once. Asking counts nothing. */
  wait(kind: Counted, key: string): number {
    const tries = this.#find(kind, key)
    return tries ? Math.max(0, Math.ceil((tries.until - this.#now()) / 1000)) : 0
  }

  /** Counts a try before its outcome is known, so that many at once are counted too. */
  begin(kind: Counted, key: string): Begun {
    const { free, first, longest } = rules[kind]
    const at = this.#now()
    const tries = this.#find(kind, key)
    const count = (tries?.count ?? 0) + 1
    const wait = count < free ? 0 : Math.min(first * 2 ** (count - free), longest)
    const name = `${kind} ${key}`
    const begun = { id: Symbol(name), before: tries?.until ?? 0 }
    this.#tries.delete(name)
    this.#tries.set(name, { count, until: at + wait * 1000, at, last: begun.id })
    if (this.#tries.size > keysKept) this.#tries.delete(this.#tries.keys().next().value!)
    return begun
  }

  /** It was no guess: this try does not count. Waits that later tries have earned stay. */
  takeBack(kind: Counted, key: string, { id, before }: Begun): void {
    const tries = this.#find(kind, key)
    if (!tries) return
    tries.count = Math.max(0, tries.count - 1)
    if (tries.last === id) tries.until = before
  }

  /** The right person was here: earlier tries are forgotten. */
  forget(kind: Counted, key: string): void {
    this.#tries.delete(`${kind} ${key}`)
  }

  #find(kind: Counted, key: string): Tries | undefined {
    const tries = this.#tries.get(`${kind} ${key}`)
    return tries && this.#now() - tries.at < forgetMs ? tries : undefined
  }
}

/** The key of an account as tried from an address. */
export function pairKey(email: string, ip: string): string {
  return `${email} ${addressKey(ip)}`
}
