import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Queries, Tx } from '../db/db.ts'
import { refuse } from './refuse.ts'

/** How long the call of an idempotency key is stored, in milliseconds. */
export const idempotencyKeyMs = 90 * 86_400_000

/** A call with an Idempotency-Key. */
export interface IdempotentCall {
  personId: string
  key: string
  /** SHA-256 of the operation and its validated input. */
  callHash: string
  /** Milliseconds since 1970. */
  at: number
}

const sha = (text: string) => hash('sha256', text, 'base64url')

/** Returns the fingerprint of a call: the operation with its parsed input. */
export function hashCall(path: string, input: unknown): string {
  return sha(`${path}\n${JSON.stringify(input)}`)
}

/**
 * Returns the statement that stores the call of a key in the transaction of the action. A concurrent one with
 * the same key waits for the first and gets the stored fingerprint.
 */
export function claimIdempotencyKey({
  personId,
  key,
  callHash,
  at,
}: IdempotentCall): RawBuilder<{ call_hash: string }> {
  return sql`insert into request_keys (person_id, key_hash, call_hash, at)
    values (${personId}, ${sha(key)}, ${callHash}, ${at})
    on conflict (person_id, key_hash) do update set at = request_keys.at returning call_hash`
}

/**
 * Asserts that the key was not used with another call.
 * @param rows the result of `claimIdempotencyKey`, or the stored row
 * @throws Refused 'request.keyReused'
 */
export function assertSameCall(rows: readonly { call_hash: string }[], { callHash }: IdempotentCall): void {
  if (rows.some(row => row.call_hash !== callHash)) refuse('request.keyReused')
}

/**
 * Rejects a failed call whose key was used with another call.
 * @throws Refused 'request.keyReused'
 */
export async function refuseReusedKey(db: Queries, call: IdempotentCall): Promise<void> {
  const { rows } = await sql<{ call_hash: string }>`select call_hash from request_keys
    where person_id = ${call.personId} and key_hash = ${sha(call.key)}`.execute(db)
  assertSameCall(rows, call)
}

/**
 * Deletes old keys in batches.
 * @returns false when none is left
 */
export async function deleteExpiredIdempotencyKeys(tx: Tx, now: number, max = 2000): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from request_keys where (person_id, key_hash) in
    (select person_id, key_hash from request_keys where at < ${now - idempotencyKeyMs} order by at limit ${max})`.execute(
    tx,
  )
  return numAffectedRows >= BigInt(max)
}
