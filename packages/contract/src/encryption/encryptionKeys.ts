import {
  givenKeyPattern,
  passkeyKeysPattern,
  publicKeyPattern,
  wrappedPrivatePattern,
} from '@nestmark/core/encryptedText'
import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { keyId } from './keyIds.ts'
import { operation } from '../operation.ts'
import { id, time } from '../shapes.ts'

const publicKey = z.string().check(z.regex(publicKeyPattern))
const wrappedPrivateKey = z.string().check(z.regex(wrappedPrivatePattern))

export const saveKeyPair = operation({
  path: 'save-key-pair',
  access: 'account',
  summary:
    "Stores the caller's key pair: the public half, and the private half encrypted with a passphrase. `replaces` is the public half that is stored now, absent for the " +
    'first one. With another public half, keys that were given to the previous one are removed; they must be given again.',
  input: z.object({
    public_key: publicKey,
    wrapped_private_key: wrappedPrivateKey,
    replaces: z.optional(publicKey),
  }),
  errors: ['encryption.pairChanged'],
  touches: ['keys'],
})

export const getKeyPair = operation({
  path: 'get-key-pair',
  access: 'account',
  summary: "Returns the caller's key pair, or null.",
  output: z.nullable(
    z.object({ public_key: publicKey, wrapped_private_key: wrappedPrivateKey, changed: time }),
  ),
  reads: ['keys'],
})

export const listMemberKeys = operation({
  path: 'get-member-keys',
  access: 'account',
  summary:
    'Lists the owner and the members of a collection with their public keys, and which keys of the collection each was given. For owner and members.',
  input: z.object({ folder_id: id }),
  output: z.object({
    people: z.array(
      z.object({
        _id: id,
        name: z.string(),
        type: z.enum(['owner', 'write', 'read']),
        /** null without a key pair. */
        public_key: z.nullable(publicKey),
        /** Since when this public key is the one of the person. */
        changed: z.nullable(time),
        given: z.array(keyId),
      }),
    ),
  }),
  errors: ['collections.notFound', 'collections.readOnly'],
  reads: ['keys', 'shares', 'collections'],
})

export const grantFolderKey = operation({
  path: 'give-folder-key',
  access: 'account',
  summary:
    "Stores a collection's key encrypted for a member. Both public keys must be the present ones: compare the fingerprint before. Owner only.",
  input: z.object({
    folder_id: id,
    person_id: id,
    giver_public_key: publicKey,
    public_key: publicKey,
    wrapped: z.string().check(z.regex(givenKeyPattern)),
  }),
  errors: [
    'collections.notFound',
    'collections.readOnly',
    'share.notMember',
    'encryption.otherKey',
    'encryption.pairChanged',
  ],
  events: ['key.given'],
})

export const askForKey = operation({
  path: 'ask-for-key',
  access: 'account',
  summary:
    'Notifies a member who has no key pair that the owner wants to give them the key of a collection, or, called by a member, the owner that the member wants it. Nothing happens where there is nothing to ask for.',
  cost: 'requestAccess',
  input: z.object({ folder_id: id, person_id: id }),
  errors: ['collections.notFound', 'collections.readOnly', 'share.notMember', 'request.tooMany'],
  events: ['key.asked', 'key.wanted'],
})

export const revokeFolderKey = operation({
  path: 'take-folder-key',
  access: 'account',
  summary:
    'Removes the keys of a collection that were given to a person. The owner removes those of anybody, others their own. What a person has read before stays known: replace the key.',
  input: z.object({ folder_id: id, person_id: id }),
  errors: ['collections.notFound', 'collections.readOnly'],
  touches: ['keys'],
})

export const listGivenKeys = operation({
  path: 'get-given-keys',
  access: 'account',
  summary: 'Lists the keys that the caller was given, of collections that the caller may still read.',
  output: z.object({
    keys: z.array(
      z.object({
        folder_id: id,
        folder_name: z.string(),
        key_id: keyId,
        giver: z.object({ _id: id, name: z.string(), public_key: publicKey }),
        wrapped: z.string(),
        create_date: time,
      }),
    ),
  }),
  reads: ['keys', 'shares', 'collections'],
})

const credentialId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,1400}$/))

/** The salt of keys that are encrypted for a passkey. Each save makes another, so it also names their version. */
const passkeySalt = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/))

export const savePasskeyKeys = operation({
  path: 'save-passkey-keys',
  access: 'account',
  summary:
    "Stores the caller's collection keys, encrypted with a secret of one of their passkeys (PRF extension), and the ids of these keys. " +
    '`replaces` is the salt of the stored keys, the second part of their `wrapped`; absent for the first ones. Keys that another browser has stored in the meantime are not overwritten.',
  input: z.object({
    credential_id: credentialId,
    replaces: z.optional(passkeySalt),
    wrapped: z.string().check(z.maxLength(limits.passkeyKeys), z.regex(passkeyKeysPattern)),
    key_ids: z.array(keyId).check(z.minLength(1), z.maxLength(limits.keysPerPasskey)),
  }),
  errors: ['encryption.tooManyPasskeys', 'encryption.passkeyChanged'],
  touches: ['keys'],
})

export const listPasskeyKeys = operation({
  path: 'get-passkey-keys',
  access: 'account',
  summary:
    "Lists the caller's keys that are encrypted for passkeys, and the passkeys of their account. `site` is the host name and the origin for which these were created: null where the server has no passkeys.",
  output: z.object({
    site: z.nullable(z.object({ id: z.string(), origin: z.string() })),
    account_passkeys: z.array(
      z.object({ credential_id: z.string(), name: z.string(), transports: z.array(z.string()) }),
    ),
    passkeys: z.array(
      z.object({
        credential_id: z.string(),
        wrapped: z.string(),
        key_ids: z.array(keyId),
        changed: time,
      }),
    ),
  }),
  reads: ['keys'],
})

export const removePasskeyKeys = operation({
  path: 'remove-passkey-keys',
  access: 'account',
  summary:
    "Removes the caller's keys that are encrypted for a passkey; with `replaces` only those with this salt. The call is idempotent.",
  input: z.object({ credential_id: credentialId, replaces: z.optional(passkeySalt) }),
  errors: ['encryption.passkeyChanged'],
  touches: ['keys'],
})
