import * as contract from '@nestmark/contract/encryption/encryptionKeys'
import { action } from '../../../calls/action.ts'
import { passkeySite } from '../../accounts/signIn/passkeySite.ts'
import { readPasskeys } from '../../accounts/signIn/passkeyStore.ts'
import {
  listPasskeyRows,
  countPasskeyKeys,
  putPasskeyKeys,
  readPasskeyKeys,
  deletePasskeyKeys,
} from './passkeyKeyStore.ts'
import { refuse } from '../../../access/refuse.ts'

const split = (text: string) => text.split(' ').filter(Boolean)

/** Returns the caller's keys for passkeys, which only the authenticator opens, and the passkeys of the account. */
export const listPasskeyKeys = action(
  contract.listPasskeyKeys,
  { isOwn: true },
  async ({ actor, services: { db, config } }) => {
    const [rows, own] = await Promise.all([
      listPasskeyRows(db.read, actor.personId),
      readPasskeys(db.read, actor.personId),
    ])
    return {
      site: passkeySite(config),
      account_passkeys: own.map(({ credential_id, name, transports }) => ({
        credential_id,
        name,
        transports: split(transports),
      })),
      passkeys: rows.map(({ credential_id, wrapped, key_ids, changed_at: changed }) => ({
        credential_id,
        wrapped,
        key_ids: split(key_ids),
        changed,
      })),
    }
  },
)

const maxPasskeys = 20

/**
 * Stores the caller's keys for one passkey. Rejects them when others are stored than the caller has read: two browsers that
 * add keys concurrently would lose some. A repeated call succeeds.
 */
export const savePasskeyKeys = action(
  contract.savePasskeyKeys,
  async ({ actor, services: { db, now } }, { credential_id, replaces, wrapped, key_ids: keyIds }) => {
    await db.write(async tx => {
      const key_ids = [...new Set(keyIds)].join(' ')
      const row = { person_id: actor.personId, credential_id, wrapped, key_ids, changed_at: now() }
      const isStored = await putPasskeyKeys(tx, row, replaces)
      if (!isStored && (await readPasskeyKeys(tx, row)) !== wrapped) refuse('encryption.passkeyChanged')
      if ((await countPasskeyKeys(tx, actor.personId)) > maxPasskeys) refuse('encryption.tooManyPasskeys')
    })
    return {}
  },
)

/** Removes the caller's keys for one passkey, unless others are stored than the caller has read. Idempotent. */
export const removePasskeyKeys = action(
  contract.removePasskeyKeys,
  async ({ actor, services: { db } }, { credential_id, replaces: salt }) => {
    const person_id = actor.personId
    await db.write(async tx => {
      await deletePasskeyKeys(tx, { personId: person_id, credentialId: credential_id, salt })
      if (salt !== undefined && (await readPasskeyKeys(tx, { person_id, credential_id })) !== undefined)
        refuse('encryption.passkeyChanged')
    })
    return {}
  },
)
