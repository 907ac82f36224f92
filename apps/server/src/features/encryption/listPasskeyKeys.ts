import type { listPasskeyKeys as list } from '@nestmark/contract/encryptionKeys'
import type { Output } from '@nestmark/contract/operation'
import type { Call } from '../../http/implement.ts'
import { listPasskeyRows } from './passkeyKeyStore.ts'

/** Returns the caller's keys for passkeys. Only the authenticator opens them. */
export async function listPasskeyKeys({ actor, services: { db } }: Call): Promise<Output<typeof list>> {
  const rows = await listPasskeyRows(db.read, actor.personId)
  return {
    passkeys: rows.map(({ credential_id, wrapped, changed_at: changed }) => ({
      credential_id,
      wrapped,
      changed,
    })),
  }
}
