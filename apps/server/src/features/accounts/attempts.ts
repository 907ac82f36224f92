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
  signUpAddress: { free: 300, first: 1, longest: 30 },
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
  begin(kind: Counted, key: string): void {
    const { free, first, longest } = rules[kind]
    const at = this.#now()
    const count = (this.#find(kind, key)?.count ?? 0) + 1
    const wait = count < free ? 0 : Math.min(first * 2 ** (count - free), longest)
    const name = `${kind} ${key}`
    this.#tries.delete(name)
    this.#tries.set(name, { count, until: at + wait * 1000, at })
    if (this.#tries.size > keysKept) this.#tries.delete(this.#tries.keys().next().value!)
  }

  /** It was no guess: this try does not count. */
  takeBack(kind: Counted, key: string): void {
    const tries = this.#find(kind, key)
    if (tries) Object.assign(tries, { count: tries.count - 1, until: 0 })
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
