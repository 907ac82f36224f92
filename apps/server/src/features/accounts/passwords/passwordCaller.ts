import { AsyncLocalStorage } from 'node:async_hooks'
import type { Refused } from '../../../access/refuse.ts'

/** The caller whose password is hashed, and the result. */
export interface PasswordCaller {
  /** The network address of the call, as returned by `addressKey`. Addresses share the hashing capacity fairly. */
  address: string
  /** See `passwordPriority`. */
  priority: number
  /** Aborts when the caller disconnects, so that its hashing is dropped. */
  signal?: AbortSignal | undefined
  /** Converts a refusal to an error that the sign-in library can answer. */
  toError?: (refused: Refused) => Error
  /** The result of comparing a given password with the stored one; undefined when there was no comparison. */
  verified?: boolean
  /** The hash that the caller's password matched. A sign-in is valid only while it is still the stored one. */
  proof?: string | undefined
  /** True when hashing was refused, so that no password was checked. */
  refused?: boolean
}

/** The priority of hashing: sign-ins precede sign-ups. */
export const passwordPriority = { signUp: 0, signIn: 1 } as const

const callers = new AsyncLocalStorage<PasswordCaller>()

/** Runs a call whose passwords are hashed within the caller's quota. */
export function asPasswordCaller<T>(caller: PasswordCaller, call: () => Promise<T>): Promise<T> {
  return callers.run(caller, call)
}

/** Returns the caller of this call; undefined on the command line. */
export function passwordCaller(): PasswordCaller | undefined {
  return callers.getStore()
}
