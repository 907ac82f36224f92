import type { EveryLink } from '@nestmark/contract/shapes'
import type { Rule } from '@nestmark/core/rules'
import type { Actor } from '../access/actor.ts'
import { refuse } from '../access/refuse.ts'
import { StatusReply } from '../calls/replies.ts'
import type { CommonServices } from '../calls/services.ts'
import type { Tx } from '../db/db.ts'
import type { ActivityEntries } from '../domainEvents/activity.ts'
import { newId } from '../db/newId.ts'
import { areWaiting, enqueue } from '../jobs/store.ts'
import { type UndoKind, openUndoRecord, type RecordCursor } from './store.ts'

/** The targets of an action: ids, or an entire set with exceptions. */
export type Targets =
  | { ids: readonly string[] }
  | { every: EveryLink; except: readonly string[]; /** Excludes later ones. */ upTo: number }

/** What a job may do with links in plain text. */
interface MayBePlain {
  /** True when they may enter collections with a key; a job leaves others where they are. */
  plain?: boolean
}

/** An action on links; its targets are added when a job is started for it. */
export type LinksAction =
  | ({ action: 'moveLinks'; to: string } & MayBePlain)
  | {
      action: 'trashLinks'
      /** The link that stays for each duplicate; a duplicate stays too where that link is deleted. */
      kept?: Readonly<Record<string, string>>
    }
  | ({ action: 'restoreLinks' } & MayBePlain)
  | { action: 'deleteLinks' }
  | {
      action: 'tagLinks'
      /** By name. */
      addTags: readonly string[]
      /** By id. */
      dropTags: readonly string[]
    }
  | { action: 'favouriteLinks'; favourite: boolean }
  | { action: 'updateAddresses' }

/** An action on collections, or on their contents. */
export type CollectionsAction = { collections: readonly string[] } & (
  | { action: 'moveCollections'; to: string }
  | { action: 'trashCollections' | 'restoreCollections' | 'deleteCollections' }
)

/** Links that become one, by their ids. */
export interface MergedGroup {
  /** The link that stays. */
  keep: string
  /** The others, whose tags, notes, files and so on it gets. */
  links: readonly string[]
}

/** Merges links that were saved more than once. */
export interface MergeAction {
  action: 'mergeLinks'
  groups: readonly MergedGroup[]
}

/** Applies rules to the actor's own links, as the rules were when it was ordered. */
export interface RulesAction {
  action: 'applyRules'
  rules: readonly Rule[]
  /** Excludes links that were saved later. */
  upTo: number
}

/** Fills the copy of a collection. */
export interface CopyAction {
  action: 'copyCollection'
  /** The source. */
  from: string
  /** The copy. */
  to: string
  /** Excludes links that were saved later. */
  upTo: number
}

export interface TransferAction {
  action: 'transferOwnership'
  collections: readonly [string]
  /** Other people whose trees it changes. */
  others: readonly string[]
}

export interface UndoAction extends MayBePlain {
  action: 'undo'
  /** Key of the undo record that is undone. */
  undo: string
  /** How its undo is recorded at the end. */
  undoing?: Undoing
}

/** An action to be run by a job. Deletes all links of the trash when it has no targets. */
export type BulkAction =
  | (LinksAction & { links?: Targets })
  | CollectionsAction
  | MergeAction
  | RulesAction
  | CopyAction
  | TransferAction
  | UndoAction

/** How an undo is recorded once something was undone, and how the record is reopened when nothing was. */
export interface Undoing {
  /** The activity entries to be marked. */
  note: ActivityEntries
  /** The undo record that this part was split from; absent for the complete record. */
  whole?: string
  /** When the undo record expires. Milliseconds since 1970. */
  until: number
}

/**
 * Where the next batch of a copy begins: after a collection of the source in the order of levels, or in a collection
 * after its last copied link.
 */
export type CopyCursor =
  | { collections: { level: number; id: string } }
  | { inside: string; after: { createdAt: number; seq: number } | null }

/** The payload of a job: the order, its actor, and its progress. */
export type BulkPayload<Order extends BulkAction = BulkAction> = Order & {
  actor: Actor
  /** One time for all batches, in milliseconds since 1970. */
  at: number
  /** Where the next batch begins. */
  next?: { position: number } | { createdAt: number; seq: number } | RecordCursor | CopyCursor
}
export type LinksPayload = BulkPayload<LinksAction & { links?: Targets }>

/** Maximum number of items of short work, which does not wait for long work of others. */
const maxSmallItems = 500

const recordedActions: ReadonlySet<string> = new Set<UndoKind>([
  'moveLinks',
  'trashLinks',
  'restoreLinks',
  'tagLinks',
  'favouriteLinks',
  'updateAddresses',
  'mergeLinks',
  'applyRules',
  'moveCollections',
  'trashCollections',
  'restoreCollections',
  'copyCollection',
])

/** The maximum number of actions of a person that wait: each may change an entire library. */
export const maxWaitingActions = 100

/**
 * Enqueues an action as a job. Its changes are recorded under the job's id, which is also the undo key.
 * @param total the number of items, for the progress
 * @param id the job's id; a new one when absent
 * @returns the job's id
 * @throws Refused 'request.tooMany'
 */
export async function enqueueBulkAction(
  tx: Tx,
  actor: Actor,
  order: BulkAction,
  total: number,
  now: number,
  id = newId(),
): Promise<string> {
  if (await areWaiting(tx, actor.personId, 'bulk', maxWaitingActions))
    refuse('request.tooMany', { retryAfter: 30 })
  const payload: BulkPayload = { ...order, actor, at: now }
  const size = total <= maxSmallItems ? 'small' : undefined
  await enqueue(tx, { id, ownerId: actor.personId, kind: 'bulk', size, payload: { ...payload }, total, now })
  if (recordedActions.has(order.action))
    await openUndoRecord(tx, {
      id,
      personId: actor.personId,
      kind: order.action as UndoKind,
      target: 'to' in order ? order.to : undefined,
      at: now,
    })
  return id
}

/** Returns the response to an action after its commit: 202 when a job continues. */
export function replyToBulkAction<Answer extends { job?: string }>(
  { jobs }: Pick<CommonServices, 'jobs'>,
  answer: Answer,
): Answer | StatusReply<Answer> {
  if (answer.job === undefined) return answer
  jobs.wake()
  return new StatusReply(answer, 202, 'OK')
}
