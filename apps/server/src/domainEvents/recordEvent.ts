import { eventTypeEntry } from '@nestmark/contract/eventTypes'
import { isEnvelope } from '@nestmark/core/encryptedText'
import { type RawBuilder, sql } from 'kysely'
import type { Subscriber } from '../access/subscribers.ts'
import { Batch } from '../db/statements/batch.ts'
import type { Queries, Tx } from '../db/db.ts'
import { inList, isRemote, supportsWritesInWith } from '../db/dialect.ts'
import { activityStatement, extendUndoRecord } from './activity.ts'
import type { DomainEvent, EventSubject } from './event.ts'
import { notificationStatement } from './notifications.ts'
import { recordAdditions } from './undoRecords.ts'
import { selectWebhooks, enqueueWebhookEvents } from './webhooks.ts'

/**
 * Records an event in the transaction of its action: notifications, the activity list with its undo records, and
 * the queue of webhooks, each as defined in the table of event types. Without shares and webhooks, SQLite runs two
 * small queries.
 * @returns false when these collections are not shared
 */
export async function recordEvent(
  tx: Tx,
  event: DomainEvent,
  subjects: readonly EventSubject[],
): Promise<boolean> {
  if (subjects.length === 0) return false
  const batch = new Batch(tx)
  const isShared = isShownToPeople(event) && (await isAnyShared(tx, subjects))
  const finish = addEvent(batch, event, subjects, { isShared, mayHaveWebhooks: true })
  await batch.run()
  await finish()
  return isShared
}

/**
 * Adds the statements of an event to a batch of others.
 * @param known what the action already knows of the collections, which saves queries
 * @returns a function to be run after the batch
 */
export function addEvent(
  batch: Batch,
  event: DomainEvent,
  named: readonly EventSubject[],
  { isShared, mayHaveWebhooks }: { isShared: boolean; mayHaveWebhooks: boolean },
): () => Promise<void> {
  const { tx } = batch
  const subjects = named.map(withoutEnvelope)
  if (isShared && isShownToPeople(event))
    for (const statement of buildStatements(tx, event, subjects)) batch.add(statement)
  let webhooks: Subscriber[] = []
  if (mayHaveWebhooks && eventTypeEntry(event.type).webhook !== null)
    batch.add(selectWebhooks(tx, event, subjects), ({ rows }) => (webhooks = rows))
  return async () => {
    if (webhooks.length > 0) await enqueueWebhookEvents(tx, event, subjects, webhooks)
  }
}

/** Returns a subject whose title others can read: an encrypted link has none. */
function withoutEnvelope(subject: EventSubject): EventSubject {
  return isEnvelope(subject.title, 'name') ? { ...subject, title: '' } : subject
}

/** Returns true for an event that people see, at least in the activity list. */
function isShownToPeople({ type, isWebhookOnly }: DomainEvent): boolean {
  return !isWebhookOnly && eventTypeEntry(type).activity !== null
}

/**
 * Returns the statements that notify people, write the activity list and open undo records. Their number does not depend
 * on how many people share. On PostgreSQL, where each statement is a round trip, notification and activity are one.
 */
function buildStatements(
  db: Queries,
  event: DomainEvent,
  subjects: readonly EventSubject[],
): RawBuilder<unknown>[] {
  if (subjects.length === 0) return []
  const { undo, at } = event
  const activity = activityStatement(db, event, subjects)
  const notification = notificationStatement(db, event, subjects)
  if (!supportsWritesInWith(db)) {
    const entries = sql`select 1 from activities where batch = ${undo}`
    return [
      ...(notification ? [sql`with recursive ${notification.tables} ${notification.insert}`] : []),
      sql`with recursive ${activity.tables} ${activity.insert}`,
      ...(undo ? [extendUndoRecord(undo, at, entries)] : []),
      ...recordAdditions(db, event, subjects),
    ]
  }
  const entries = sql`${activity.tables}, entries as (${activity.insert} returning 1)`
  const extended = undo
    ? sql`, extended as (${extendUndoRecord(undo, at, sql`select 1 from entries`)})`
    : sql``
  return [
    notification
      ? sql`with recursive ${notification.tables}, ${entries} ${extended} ${notification.insert}`
      : sql`with recursive ${entries} ${extended} select 1`,
    ...recordAdditions(db, event, subjects),
  ]
}

async function isAnyShared(tx: Tx, subjects: readonly EventSubject[]): Promise<boolean> {
  // The check would cost more than the statements that it saves.
  if (isRemote(tx)) return true
  const ids = [...new Set(subjects.map(each => each.collectionId))]
  const { rows } = await sql`select 1 from shares where owner_id in
    (select owner_id from collections where ${inList(tx, 'id', ids)}) limit 1`.execute(tx)
  return rows.length > 0
}
