import type { Actor } from '../../../access/actor.ts'
import { toAddressKey } from '../../../calls/addressKey.ts'
import { asPasswordCaller, passwordPriority } from '../passwords/passwordCaller.ts'

/** Returns the caller of a product call in the form of the sign-in functions. */
export const toSignedInUser = ({ personId, sessionId }: Actor) => ({ userId: personId, sessionId })

/** Runs password hashing within the quota of the caller's address. */
export const withHashQuota = <T>(ip: string, work: () => Promise<T>): Promise<T> =>
  asPasswordCaller({ address: toAddressKey(ip), priority: passwordPriority.signIn }, work)
