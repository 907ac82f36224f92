import type { Operation } from '@nestmark/contract/operation'
import { sql } from 'kysely'
import { refuse } from '../../access/refuse.ts'
import type { Db } from '../../db/db.ts'
import { inList, type DataVersion, dataVersion, libraryRevision } from '../../db/dialect.ts'
import { createLookUp } from '../../db/statements/batchLoader.ts'
import type { Services } from '../../services.ts'
import { hashToken } from '../../access/tokens.ts'

/** Minimum interval in milliseconds between updates of a key's last use. */
const lastUseIntervalMs = 60_000

interface KeyRow {
  hash: string
  id: string
  may_write: number
  last_used_at: number | null
  owner_id: string
  root_id: string
  plan: number
  moment: DataVersion
  revision: string | null
}

/**
 * Looks up an API key by its hash. A deleted key fails at the next call.
 * @returns the caller, with the version of the committed data at the time of the lookup; null for an unknown key
 */
export async function findApiKeyCaller({ db, now }: Services, key: string) {
  const row = await lookUp(db, hashToken(key))
  if (!row) return null
  const at = now()
  if (at - (row.last_used_at ?? 0) >= lastUseIntervalMs) await recordLastUse(db, row.id, at)
  const { id: keyId, owner_id: personId, root_id: rootId, plan } = row
  const actor = { personId, sessionId: keyId, keyId, rootId, plan }
  return { actor, mayWrite: row.may_write === 1, versions: { all: row.moment, own: row.revision } }
}

/**
 * Asserts that the scope of a key is sufficient for an operation.
 * @throws Refused 'keys.notAllowed' or 'keys.readOnly'
 */
export function assertKeyScope({ keyScope }: Pick<Operation, 'keyScope'>, mayWrite: boolean): void {
  if (keyScope === 'none') refuse('keys.notAllowed')
  if (keyScope === 'write' && !mayWrite) refuse('keys.readOnly')
}

const lookUp = createLookUp(findKeys, row => row.hash)

async function findKeys({ read }: Db, hashes: readonly string[]): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select k.hash, k.id, k.may_write, k.last_used_at, k.owner_id, p.root_id, p.plan, ${dataVersion(read)} as moment,
      ${libraryRevision(read)} as revision
    from api_keys k join people p on p.id = k.owner_id and p.closed_at is null
    where ${inList(read, 'k.hash', hashes)}`.execute(read)
  return rows
}

async function recordLastUse(db: Db, id: string, at: number): Promise<void> {
  const noted = db.write(tx =>
    tx.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute(),
  )
  // Reads still work when writes fail, for example on a full disk.
  await noted.catch(() => undefined)
}
