import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Queries, Tx } from '../db/db.ts'
import { refuse } from './refuse.ts'

/** How long it is known which call a key was sent with, in milliseconds. */
export const requestKeyMs = 90 * 86_400_000

/** A call that was sent with an Idempotency-Key. */
export interface KeyedCall {
  personId: string
  key: string
  /** SHA-256 of the operation and its checked input. */
  callHash: string
  /** Milliseconds since 1970. */
  at: number
}

const sha = (text: string) => hash('sha256', text, 'base64url')

/** Returns what a key is compared by: the operation with its input, as it was understood. */
export function hashCall(path: string, input: unknown): string {
  return sha(`${path}\n${JSON.stringify(input)}`)
}

/**
 * Makes the statement that notes which call a key was sent with, in the transaction of what the call makes. A second one
 * with the same key waits for the first and gets what that noted.
 */
export function claimingKey({ personId, key, callHash, at }: KeyedCall): RawBuilder<{ call_hash: string }> {
  return sql`insert into request_keys (person_id, key_hash, call_hash, at)
    values (${personId}, ${sha(key)}, ${callHash}, ${at})
    on conflict (person_id, key_hash) do update set at = request_keys.at returning call_hash`
}

/**
 * Ends the call when its key was sent with another call before.
 * @param rows what `claimingKey` gave, or what is noted
 * @throws Refused 'request.keyReused'
 */
export function checkClaim(rows: readonly { call_hash: string }[], { callHash }: KeyedCall): void {
  if (rows.some(row => row.call_hash !== callHash)) refuse('request.keyReused')
}

/**
 * Ends a call that failed when its key was sent with another call before.
 * @throws Refused 'request.keyReused'
 */
export async function refuseReusedKey(db: Queries, call: KeyedCall): Promise<void> {
  const { rows } = await sql<{ call_hash: string }>`select call_hash from request_keys
    where person_id = ${call.personId} and key_hash = ${sha(call.key)}`.execute(db)
  checkClaim(rows, call)
}

/**
 * Forgets keys that are too old, a piece at a time.
 * @returns false when there is none left to forget
 */
export async function forgetRequestKeys(tx: Tx, now: number, most = 2000): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from request_keys where (person_id, key_hash) in
    (select person_id, key_hash from request_keys where at < ${now - requestKeyMs} order by at limit ${most})`.execute(
    tx,
  )
  return numAffectedRows >= BigInt(most)
}
