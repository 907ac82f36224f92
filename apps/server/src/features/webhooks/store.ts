import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import { inList, rowLock } from '../../db/dialect.ts'
import type { WebhookRow } from '../../db/tables/webhookTables.ts'

export type Hook = Selectable<WebhookRow>

/** Returns a person's webhooks, the newest first; with `keyId` those that this API key has created. */
export async function selectWebhooks(db: Queries, ownerId: string, keyId?: string): Promise<Hook[]> {
  const ofPerson = db.selectFrom('webhooks').selectAll().where('owner_id', '=', ownerId)
  const chosen = keyId === undefined ? ofPerson : ofPerson.where('key_id', '=', keyId)
  return chosen.orderBy('created_at', 'desc').orderBy('id').execute()
}

/** Returns the names of API keys by id. */
export async function namesOfKeys(db: Queries, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const keys = await db
    .selectFrom('api_keys')
    .select(['id', 'name'])
    .where(inList(db, 'id', ids))
    .execute()
  return new Map(keys.map(({ id, name }) => [id, name]))
}

function oneHook(db: Queries, id: string, ownerId?: string) {
  const hook = db.selectFrom('webhooks').selectAll().where('id', '=', id)
  return ownerId === undefined ? hook : hook.where('owner_id', '=', ownerId)
}

/** Returns a webhook, optionally only if it belongs to this person. */
export async function findHook(db: Queries, id: string, ownerId?: string): Promise<Hook | undefined> {
  return oneHook(db, id, ownerId).executeTakeFirst()
}

/**
 * Returns a webhook locked until the transaction ends. A transaction that changes a webhook and its dependent rows
 * must take this lock first, so that two of them cannot deadlock: deleting the webhook deletes those rows too.
 */
export async function lockWebhook(tx: Tx, id: string, ownerId?: string): Promise<Hook | undefined> {
  return oneHook(tx, id, ownerId).modifyEnd(rowLock(tx, 'for no key update')).executeTakeFirst()
}

export async function insertHook(tx: Tx, row: Insertable<WebhookRow>): Promise<Hook> {
  return tx.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Updates a webhook of the person; returns undefined when there is none. */
export async function changeHook(
  tx: Tx,
  ownerId: string,
  id: string,
  change: Updateable<WebhookRow>,
): Promise<Hook | undefined> {
  return tx
    .updateTable('webhooks')
    .set(change)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Deletes a webhook of the person with its dependent rows, with `keyId` only one that this API key has created; returns
 * false when there is none.
 */
export async function removeHook(tx: Tx, ownerId: string, id: string, keyId?: string): Promise<boolean> {
  const hook = tx.deleteFrom('webhooks').where('id', '=', id).where('owner_id', '=', ownerId)
  const chosen = keyId === undefined ? hook : hook.where('key_id', '=', keyId)
  const deleted = await chosen.executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Deletes the queued events and deliveries of a disabled webhook. */
export async function cancelPendingDeliveries(tx: Tx, hookId: string): Promise<void> {
  await tx.deleteFrom('webhook_events').where('webhook_id', '=', hookId).execute()
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'dropped', next_at: null })
    .where('webhook_id', '=', hookId)
    .where('state', '=', 'waiting')
    .execute()
}
