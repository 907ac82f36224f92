import type { Actor } from '../../access/actor.ts'
import { grantCollectionsThatAreThere, grantWhatIsThere } from '../../access/grant.ts'
import type { Role } from '../../access/policies.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import type { UndoEditRow, UndoRow } from '../../db/tables.ts'
import type { Call } from '../../http/implement.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import { homes } from '../bulk/undoStep.ts'
import { readHead } from '../collections/readCollections.ts'
import { updateCollection } from '../collections/store.ts'
import { applyEdit, type LinkWords, toLinkWords } from '../links/applyEdit.ts'
import { readLinks } from '../links/readLinks.ts'
import { tagsOfLink } from '../tags/store.ts'
import { placesBefore } from '../bulk/undoStore.ts'
import { findUndoEdit } from './store.ts'

/** Something else has come between: what it said before the edit, and what it says now. */
export type ChangedSince = LinkSince | { folder_id: string; former: { name: string; desc: string } }
interface LinkSince {
  link_id: string
  seq: number
  role: Role
  former: LinkWords
}

/**
 * Puts back what a link or collection said before it was edited.
 * @returns what stands in the way where it was changed since; null when it is done
 * @throws Refused 'undo.gone' where it is gone, in the trash or not the caller's to change
 */
export async function undoEdit(
  tx: Tx,
  actor: Actor,
  deed: UndoRow,
  at: number,
): Promise<ChangedSince | null> {
  const edit = await findUndoEdit(tx, deed.id)
  if (!edit) return refuse('undo.gone')
  return edit.link_id === null ? undoCollection(tx, actor, edit, at) : undoLink(tx, actor, edit, at)
}

/**
 * Puts back what a link said before a form moved it and changed its words at once. They go back together with its place or
 * not at all: whoever does not know the place has not read the words.
 * @param deed of a move; most of them changed no words
 * @returns what stands in the way where it was changed since; null when the move can be taken back
 * @throws Refused 'undo.gone' where the link is in the trash
 */
export async function undoWordsOfMove(
  tx: Tx,
  actor: Actor,
  deed: UndoRow,
  at: number,
): Promise<ChangedSince | null> {
  const edit = await findUndoEdit(tx, deed.id)
  if (!edit) return null
  const { links } = await grantWhatIsThere(tx, actor, 'links.move', [edit.link_id!])
  const [link] = links
  if (!link || link.collection_id !== deed.target) return null
  const home = (await homes(tx, actor, await placesBefore(tx, deed.id)))(link)
  if (home === null) return null
  const since = await undoLink(tx, actor, edit, at)
  return since && { ...since, former: { ...since.former, parent: home } }
}

async function undoLink(tx: Tx, actor: Actor, edit: UndoEditRow, at: number): Promise<LinkSince | null> {
  const granted = await grantWhatIsThere(tx, actor, 'links.edit', [edit.link_id!])
  const [link] = granted.links
  if (!link || link.trashed_at !== null || link.collectionTrashedBy !== null) return refuse('undo.gone')
  const former = JSON.parse(edit.was) as LinkWords
  const became = JSON.parse(edit.became) as LinkWords
  const now = toLinkWords(link, await tagsOfLink(tx, link.seq))
  // An empty description is filled in from the page later on: nobody has changed it.
  const same = { ...now, ...(became.desc === '' && { desc: '' }) }
  if (JSON.stringify(same) !== edit.became)
    return { link_id: link.id, seq: link.seq, role: link.role, former }
  const { thumbnail, check_list, ...words } = former
  const input = {
    ...words,
    ...((check_list ?? became.check_list) && { check_list: check_list ?? [] }),
    added_tags: [],
    added_tags_name: [],
    deleted_tags: [],
    // A picture of the page's own comes with the page: only one that somebody chose is put back.
    ...(thumbnail !== '' && thumbnail !== became.thumbnail && { thumbnail }),
  }
  await applyEdit(tx, actor, granted, link, input, at)
  const back = { collectionId: link.collection_id, id: link.id, title: former.name }
  const event = { type: 'link.updated', by: actor.personId, at, isWebhookOnly: true } as const
  await recordEvent(tx, event, [back])
  return null
}

async function undoCollection(
  tx: Tx,
  actor: Actor,
  edit: UndoEditRow,
  at: number,
): Promise<ChangedSince | null> {
  const granted = await grantCollectionsThatAreThere(tx, actor, 'collections.edit', [edit.collection_id!])
  const [here] = granted.collections
  if (!here || here.trashed_by !== null) return refuse('undo.gone')
  const former = JSON.parse(edit.was) as { name: string; desc: string }
  if (JSON.stringify({ name: here.name, desc: here.descr }) !== edit.became)
    return { folder_id: here.id, former }
  await updateCollection(tx, granted, here.id, former, at)
  const back = { collectionId: here.id, id: here.id, title: former.name }
  const event = { type: 'collection.updated', by: actor.personId, at, isWebhookOnly: true } as const
  await recordEvent(tx, event, [back])
  return null
}

/**
 * Says that it was changed since, and shows both versions, as to somebody who edits an older one.
 * @throws Refused 'activity.changedSince' always
 */
export async function refuseChanged(call: Call, since: ChangedSince): Promise<never> {
  const { former } = since
  if ('folder_id' in since) {
    const { folder } = await readHead(call, since.folder_id)
    return refuse('activity.changedSince', { data: { former, folder } })
  }
  const [link] = await readLinks(call, [since.seq], since.role)
  return refuse('activity.changedSince', { data: { former, link: link! } })
}
