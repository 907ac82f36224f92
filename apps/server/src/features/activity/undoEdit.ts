import type { Actor } from '../../access/actor.ts'
import { grantPermittedCollections, grantPermittedLinks } from '../../access/grant.ts'
import type { Role } from '../../access/policies.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import type { UndoRow } from '../../db/tables/tables.ts'
import type { Call } from '../../calls/call.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import { createFindHome } from '../bulk/undoHomes.ts'
import { readCollectionPage } from '../collections/lists/readCollectionPage.ts'
import { writeCollection } from '../collections/store.ts'
import { applyEdit, type LinkWords, toLinkWords } from '../links/saving/applyEdit.ts'
import { readLink } from '../links/lists/readLinks.ts'
import { tagsOfLink } from '../tags/store.ts'
import { readPreviousCollections } from '../bulk/undoStore.ts'
import { findUndoEdit, type CollectionEdit, type LinkEdit } from './store.ts'

/** A conflicting later change: the values before the edit, and the current ones. */
export type ChangedSince = LinkSince | { folder_id: string; previous: { name: string; desc: string } }
interface LinkSince {
  link_id: string
  seq: number
  role: Role
  previous: LinkWords
}

/**
 * Restores the values of a link or collection before an edit.
 * @returns the conflict if it was changed since; null when done
 * @throws Refused 'undo.expired' if it is deleted, in the trash, or not the caller's to change
 */
export async function undoEdit(
  tx: Tx,
  actor: Actor,
  record: UndoRow,
  at: number,
): Promise<ChangedSince | null> {
  const edit = await findUndoEdit(tx, record.id)
  if (!edit) return refuse('undo.expired')
  return edit.link_id === null ? undoCollection(tx, actor, edit, at) : undoLink(tx, actor, edit, at)
}

/**
 * Restores the values of a link before a form that both moved and changed it. Values and collection are restored
 * together or not at all: a person who cannot see the previous collection has not read the previous values.
 * @param record the undo record of a move; most moves changed no values
 * @returns the conflict if it was changed since; null when the move can be undone
 * @throws Refused 'undo.expired' if the link is in the trash
 */
export async function undoWordsOfMove(
  tx: Tx,
  actor: Actor,
  record: UndoRow,
  at: number,
): Promise<ChangedSince | null> {
  const edit = await findUndoEdit(tx, record.id)
  if (!edit || edit.link_id === null) return null
  const { links } = await grantPermittedLinks(tx, actor, 'links.move', [edit.link_id])
  const [link] = links
  if (!link || link.collection_id !== record.target) return null
  const destination = (await createFindHome(tx, actor, await readPreviousCollections(tx, record.id)))(link)
  if (destination === null) return null
  const since = await undoLink(tx, actor, edit, at)
  return since && { ...since, previous: { ...since.previous, parent: destination } }
}

async function undoLink(tx: Tx, actor: Actor, edit: LinkEdit, at: number): Promise<LinkSince | null> {
  const granted = await grantPermittedLinks(tx, actor, 'links.edit', [edit.link_id])
  const [link] = granted.links
  if (!link || link.trashed_at !== null || link.collectionTrashedBy !== null) return refuse('undo.expired')
  const previous = JSON.parse(edit.old_value) as LinkWords
  const edited = JSON.parse(edit.new_value) as LinkWords
  // A record of an older version has fewer fields.
  const now = Object.entries(toLinkWords(link, await tagsOfLink(tx, link.seq)))
    .filter(([field]) => field in edited)
    // A job fills in an empty description from the page later; that is not a user's change.
    .map(([field, value]) => [field, field === 'desc' && edited.desc === '' ? '' : value])
  if (JSON.stringify(Object.fromEntries(now)) !== edit.new_value)
    return { link_id: link.id, seq: link.seq, role: link.role, previous }
  const { thumbnail, check_list, ...words } = previous
  const input = {
    ...words,
    ...((check_list ?? edited.check_list) && { check_list: check_list ?? [] }),
    added_tags: [],
    added_tags_name: [],
    deleted_tags: [],
    // A picture of the page belongs to the page: only a picture that a user chose is restored.
    ...(thumbnail !== '' && thumbnail !== edited.thumbnail && { thumbnail }),
  }
  await applyEdit(tx, actor, granted, link, input, at)
  const back = { collectionId: link.collection_id, id: link.id, title: previous.name }
  const event = { type: 'link.updated', by: actor.personId, at, isWebhookOnly: true } as const
  await recordEvent(tx, event, [back])
  return null
}

async function undoCollection(
  tx: Tx,
  actor: Actor,
  edit: CollectionEdit,
  at: number,
): Promise<ChangedSince | null> {
  const granted = await grantPermittedCollections(tx, actor, 'collections.edit', [edit.collection_id])
  const [here] = granted.collections
  if (!here || here.trashed_by !== null) return refuse('undo.expired')
  const previous = JSON.parse(edit.old_value) as { name: string; desc: string }
  if (JSON.stringify({ name: here.name, desc: here.descr }) !== edit.new_value)
    return { folder_id: here.id, previous }
  await writeCollection(tx, granted, here.id, previous, at)
  const back = { collectionId: here.id, id: here.id, title: previous.name }
  const event = { type: 'collection.updated', by: actor.personId, at, isWebhookOnly: true } as const
  await recordEvent(tx, event, [back])
  return null
}

/**
 * Refuses because the item was changed since, with both versions, as for an edit of an outdated version.
 * @throws Refused 'activity.changedSince' always
 */
export async function refuseChanged(call: Call, since: ChangedSince): Promise<never> {
  const { previous } = since
  if ('folder_id' in since) {
    const { folder } = await readCollectionPage(call, since.folder_id)
    return refuse('activity.changedSince', { data: { former: previous, folder } })
  }
  const link = await readLink(call, since.seq, since.role)
  return refuse('activity.changedSince', { data: { former: previous, link } })
}
