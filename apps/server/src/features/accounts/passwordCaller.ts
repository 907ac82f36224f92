import { AsyncLocalStorage } from 'node:async_hooks'
import type { Refused } from '../../access/refuse.ts'

/** Whose call hashes a password, and what came of it. */
export interface PasswordCaller {
  /** The network address that the call came from, as `addressKey` gives it. Addresses share the hashing fairly. */
  address: string
  /** See `passwordPriority`. */
  priority: number
  /** Aborts when the caller is gone, so that nothing is hashed for nobody. */
  signal?: AbortSignal | undefined
  /** Turns a refusal into what the sign-in library can answer. */
  errorOf?: (refused: Refused) => Error
  /** How the comparison of a given password with the stored one ended; undefined where there was none. */
  verified?: boolean
  /** The hash by which the caller proved who they are. A sign-in counts only while it is still the stored one. */
  proof?: string | undefined
  /** True when hashing was refused, so that nothing was looked at. */
  refused?: boolean
}

/** Which hashing goes first: whoever has an account passes whoever makes one. */
export const passwordPriority = { signUp: 0, signIn: 1 } as const

const callers = new AsyncLocalStorage<PasswordCaller>()

/** Runs a call whose passwords are hashed in the caller's share. */
export function asPasswordCaller<T>(caller: PasswordCaller, call: () => Promise<T>): Promise<T> {
  return callers.run(caller, call)
}

/** Returns whose call this is; undefined on the command line. */
export function passwordCaller(): PasswordCaller | undefined {
  return callers.getStore()
}
