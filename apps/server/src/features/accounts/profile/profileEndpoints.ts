import type { AuthErrorCode } from '@nestmark/contract/auth/authErrors'
import * as contract from '@nestmark/contract/auth/authProfile'
import type { BetterAuthPlugin } from 'better-auth'
import { deleteSessionCookie } from 'better-auth/cookies'
import type { Db, Tx } from '../../../db/db.ts'
import type { Services } from '../../../services.ts'
import { requestEmailChange, confirmNewAddress } from './changeEmail.ts'
import { closeOwnAccount, readAccountContents } from './closeAccount.ts'
import { authError, defineAuthEndpoint, done, sessionEnded } from '../gateway/defineAuthEndpoint.ts'
import { type ProfileProblem, removeImage, renamePerson, usernameState } from './profile.ts'
import { checkProof, isProofValid, type Proof } from '../signIn/proof.ts'
import { countKeys, readPasswordHash } from '../store.ts'

const invalidName = ['INVALID_NAME', 'A name has 1 to 100 characters.'] as const
const problems: Record<ProfileProblem, readonly [AuthErrorCode, string]> = {
  nameRequired: invalidName,
  nameTooLong: invalidName,
  usernameInvalid: ['INVALID_USERNAME', 'A username has 4 to 30 letters and digits.'],
  usernameTaken: ['USERNAME_TAKEN', 'This username is taken.'],
}

/** Defines the calls of the account page: name, username, image, address, and account deletion. */
export function profileEndpoints(services: Services) {
  const { db, events } = services
  const changed = (ownerId: string) => events.publish({ ownerId, topics: ['profile', 'shares'], by: null })

  return {
    id: 'nestmark-profile',
    endpoints: {
      profileState: defineAuthEndpoint(contract.profileState, async ({ who }) => ({
        has_password: (await readPasswordHash(db.read, who.userId)) !== undefined,
        fresh: (await checkProof(services, who)) === 'given',
        api_keys: await countKeys(db.read, who.userId),
      })),
      checkUsername: defineAuthEndpoint(contract.checkUsername, async ({ who }, { username }) => ({
        state: await usernameState(services, who.userId, username),
      })),
      updateProfile: defineAuthEndpoint(contract.updateProfile, async ({ who }, changes) => {
        const problem = await renamePerson(services, who.userId, changes)
        if (problem) throw authError(...problems[problem])
        changed(who.userId)
        return done
      }),
      removeProfileImage: defineAuthEndpoint(contract.removeProfileImage, async ({ who }) => {
        await removeImage(services, who.userId)
        changed(who.userId)
        return done
      }),
      changeEmail: defineAuthEndpoint(contract.changeEmail, async ({ who, user }, { email, password }) => {
        if (email === user.email) throw authError('SAME_EMAIL', 'The account already has this address.')
        requireProof(await checkProof(services, who, password))
        if (!(await requestEmailChange(services, who, email))) throw authError('UNAUTHORIZED', 'Unauthorized')
        return done
      }),
      // Works without a session: the email may be opened on another device.
      confirmEmail: defineAuthEndpoint(contract.confirmEmail, async (_caller, { token }) => {
        const end = await confirmNewAddress(services, token)
        if (end === 'invalid') throw authError('INVALID_TOKEN', 'This link is spent.')
        if (end === 'taken') throw authError('EMAIL_TAKEN', 'Another account has this address.')
        return done
      }),
      countAccount: defineAuthEndpoint(contract.countAccount, ({ who }) =>
        readAccountContents(services, who),
      ),
      deleteAccount: defineAuthEndpoint(contract.deleteAccount, async ({ who, library }, confirmation) => {
        const proof = await closeOwnAccount(services, who, confirmation)
        if (proof === 'refused') throw authError('PASSKEY_UNKNOWN', 'This passkey is unknown.')
        requireProof(proof)
        deleteSessionCookie(library)
        return done
      }),
    },
  } satisfies BetterAuthPlugin
}

/** @throws APIError without a valid proof */
export function requireProof(proof: Proof): void {
  if (proof === 'wrong') throw authError('INVALID_PASSWORD', 'Invalid password')
  if (proof === 'needed')
    throw authError('PROOF_NEEDED', 'This sign-in is too old for that. Send the password, or log in again.')
}

/**
 * Runs the transaction of an action that required a proof. It locks the account.
 * @throws APIError when the session has ended since the proof was checked
 */
export function writeWithProof<T>(
  db: Db,
  who: { userId: string; sessionId: string },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return db.write(async tx => {
    if (!(await isProofValid(tx, who))) throw sessionEnded()
    return work(tx)
  })
}
