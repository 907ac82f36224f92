import type { Tx } from '../../../db/db.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { seal, unseal } from '../seal.ts'
import { lockUser, readPasswordHash } from '../store.ts'
import { keyAddress, newKey, findStep } from './totp.ts'
import {
  codesLeft,
  deleteChallenge,
  findTwoFactor,
  insertKey,
  renewCodes,
  tryChallenge,
  updateTwoFactor,
  consumeRecoveryCode,
  consumeTotpStep,
} from './twoFactorStore.ts'

type Dependencies = Pick<CommonServices, 'db' | 'now' | 'config'>

/** Attempts per sign-in; then the password is required again. */
const triesPerChallenge = 5
/**
 * Wrong codes before the account delays callers who know its password, at first by one second and then twice as long
 * each time.
 */
const freeFailures = 10
const longestWait = 900_000

/** Returns whether a second factor is required, and how many recovery codes are left. */
export async function twoFactorState({ db }: Dependencies, userId: string) {
  const row = await findTwoFactor(db.read, userId)
  const enabled = row !== undefined && row.confirmed_at !== null
  return { enabled, codes_left: enabled ? await codesLeft(db.read, userId) : 0 }
}

/**
 * Creates a key for an app. It is not required at sign-in yet.
 * @returns null when one is in use
 */
export async function createTwoFactorSecret(
  tx: Tx,
  { config }: Dependencies,
  user: { id: string; email: string },
): Promise<{ secret: string; uri: string } | null> {
  if ((await findTwoFactor(tx, user.id))?.confirmed_at) return null
  const secret = newKey()
  await insertKey(tx, user.id, seal(config.secret, 'two factor', secret))
  return { secret, uri: keyAddress(secret, user.email) }
}

/**
 * Enables the second factor: each sign-in requires a code from now on.
 * @returns the recovery codes, null for a wrong code
 */
export async function confirmTwoFactor(
  services: Dependencies,
  userId: string,
  code: string,
): Promise<string[] | null> {
  const { db, now } = services
  return db.write(async tx => {
    await lockUser(tx, userId)
    const row = await findTwoFactor(tx, userId)
    if (!row || row.confirmed_at !== null) return null
    const step = stepIn(services, row, code)
    if (step === null || !(await consumeTotpStep(tx, userId, step))) return null
    await updateTwoFactor(tx, userId, { confirmed_at: now() })
    return renewCodes(tx, userId)
  })
}

function stepIn({ config, now }: Dependencies, row: { sealed: string; last_step: number }, code: string) {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  return findStep(unseal(config.secret, 'two factor', row.sealed), digits, now(), row.last_step)
}

/**
 * Completes a waiting sign-in by a code of the app or a recovery code. Each works once.
 * @returns the user and the hash of the password that began the sign-in; 'again' when the password is required again;
 * or the seconds to wait
 */
export async function verifyChallenge(
  services: Dependencies,
  token: string,
  code: string,
): Promise<{ userId: string; proof: string | undefined } | 'wrong' | 'again' | number> {
  const { db, now } = services
  return db.write(async tx => {
    const at = now()
    const challenge = await tryChallenge(tx, token)
    if (!challenge || challenge.expires_at <= at || challenge.tries > triesPerChallenge) return 'again'
    const userId = challenge.user_id
    const row = await findTwoFactor(tx, userId)
    if (!row) return 'again'
    if (row.locked_until > at) return Math.ceil((row.locked_until - at) / 1000)
    const step = stepIn(services, row, code)
    const right =
      step === null ? await consumeRecoveryCode(tx, userId, code) : await consumeTotpStep(tx, userId, step)
    if (!right) {
      const failed = row.failed + 1
      const wait = failed < freeFailures ? 0 : Math.min(1000 * 2 ** (failed - freeFailures), longestWait)
      await updateTwoFactor(tx, userId, { failed, locked_until: wait ? at + wait : 0 })
      return 'wrong'
    }
    await updateTwoFactor(tx, userId, { failed: 0, locked_until: 0 })
    if (!(await deleteChallenge(tx, token))) return 'again'
    return { userId, proof: await readPasswordHash(tx, userId) }
  })
}
