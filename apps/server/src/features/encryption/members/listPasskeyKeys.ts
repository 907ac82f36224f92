import * as contract from '@nestmark/contract/encryption/encryptionKeys'
import { action } from '../../../calls/action.ts'
import { passkeySite } from '../../accounts/signIn/passkeySite.ts'
import { readPasskeys } from '../../accounts/signIn/passkeyStore.ts'
import { listPasskeyRows } from './passkeyKeyStore.ts'

const split = (text: string) => text.split(' ').filter(Boolean)

/** Returns the caller's keys for passkeys, which only the authenticator opens, and the passkeys of the account. */
export const listPasskeyKeys = action(
  contract.listPasskeyKeys,
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
