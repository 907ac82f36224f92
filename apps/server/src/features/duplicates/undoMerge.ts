import { pluck } from '@nestmark/core/pluck'
import type { Actor } from '../../access/actor.ts'
import type { GrantedLinks } from '../../access/grant.ts'
import type { LinkWithRole } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import type { LinkBefore } from '../../undo/store.ts'
import { updateBlobUse } from '../uploads/storage/blobStore.ts'
import { filesOfLinks, updateFileBytes } from '../uploads/linkFileStore.ts'
import { lockOwners } from '../uploads/storage/storageStore.ts'
import { moveHighlights } from '../highlights/highlightsOfLinks.ts'
import { notesOfLinks, setNoteTexts } from '../links/words/noteStore.ts'
import { dropFavourites } from '../links/store.ts'
import { readItems } from './mergeBatch.ts'
import { deleteNotes, linksOfSeqs, placeFiles, setMerged } from './store.ts'

/** What a merge has changed of a link that stays: what, its value after the merge, and the one before. */
interface Part {
  link: LinkWithRole
  value: string
  before: number
}

/** Returns whether a row of the record of a merge is about the link that stays, apart from its tags. */
export const isMergedPart = ([, state]: LinkBefore): boolean => state.includes(':')

/**
 * Reverts what a merge has given to the links that stay, except their tags. What was changed since stays as it is.
 * @param granted those of the links that the caller may edit
 * @returns the number of rows that were reverted
 */
export async function undoMergedParts(
  tx: Tx,
  { personId }: Actor,
  granted: GrantedLinks<'links.edit'>,
  rows: readonly LinkBefore[],
  at: number,
): Promise<number> {
  const links = new Map(granted.links.filter(link => link.key_id === null).map(link => [link.seq, link]))
  const parts = Map.groupBy(
    rows.flatMap(([seq, state, before]) => {
      const link = links.get(seq)
      const [, kind = '', value = ''] = /^(\w+):(.*)$/s.exec(state) ?? []
      return link ? { kind, link, value, before } : []
    }),
    part => part.kind,
  )
  const take = (kind: string): Part[] => parts.get(kind) ?? []
  return (
    (await undoColumns(tx, granted, take('date'), take('items'), at)) +
    (await undoFavourites(tx, personId, take('favourite'))) +
    (await undoNotes(tx, personId, take('note'), at)) +
    (await undoFiles(tx, take('file'), at)) +
    (await undoHighlights(tx, personId, take('highlight'), at))
  )
}

async function undoColumns(
  tx: Tx,
  granted: GrantedLinks<'links.edit'>,
  dates: readonly Part[],
  lists: readonly Part[],
  at: number,
): Promise<number> {
  const dated = dates.filter(({ link, value }) => link.created_at === Number(value))
  const listed = lists.filter(({ link, value }) => readItems(link).length === Number(value))
  const changed = new Map([...dated, ...listed].map(({ link }) => [link.seq, { ...link }]))
  for (const { link, before } of dated) changed.set(link.seq, { ...link, created_at: before })
  for (const { link, before } of listed) {
    const items = readItems(link).slice(0, before)
    const now = changed.get(link.seq) ?? link
    changed.set(link.seq, { ...now, check_list: items.length === 0 ? null : JSON.stringify(items) })
  }
  await setMerged(tx, granted, [...changed.values()], at)
  return dated.length + listed.length
}

async function undoFavourites(tx: Tx, personId: string, parts: readonly Part[]): Promise<number> {
  await dropFavourites(
    tx,
    personId,
    parts.map(({ link }) => link.id),
  )
  return parts.length
}

async function undoNotes(tx: Tx, personId: string, parts: readonly Part[], at: number): Promise<number> {
  if (parts.length === 0) return 0
  const notes = await notesOfLinks(
    tx,
    personId,
    parts.map(({ link }) => link.id),
  )
  const unchanged = parts.flatMap(({ link, value, before }) => {
    const note = notes.get(link.id)?.note
    return note?.length === Number(value) ? { id: link.id, note: note.slice(0, before) } : []
  })
  await deleteNotes(
    tx,
    personId,
    unchanged.filter(({ note }) => note === '').map(({ id }) => id),
  )
  await setNoteTexts(
    tx,
    personId,
    unchanged.filter(({ note }) => note !== '').map(({ id, note }) => [id, note]),
    at,
  )
  return unchanged.length
}

async function undoFiles(tx: Tx, parts: readonly Part[], at: number): Promise<number> {
  if (parts.length === 0) return 0
  await lockOwners(
    tx,
    parts.map(({ link }) => link.owner_id),
  )
  const previous = await linksOfSeqs(tx, pluck(parts, 'before'))
  const found = await filesOfLinks(
    tx,
    parts.map(({ link }) => link.id),
  )
  const files = new Map(found.map(file => [file.id, file]))
  const back = parts.flatMap(({ link, value, before }) => {
    const [id = '', position = '0'] = value.split(':')
    const file = files.get(id)
    const home = previous.get(before)?.id
    return file && home && file.link_id === link.id
      ? { id, link_id: home, position: Number(position), from: link.id, blob: file.blob_id }
      : []
  })
  await placeFiles(tx, back)
  await updateFileBytes(tx, [...new Set(back.flatMap(each => [each.from, each.link_id]))])
  await updateBlobUse(tx, pluck(back, 'blob'), at)
  return back.length
}

async function undoHighlights(tx: Tx, personId: string, parts: readonly Part[], at: number): Promise<number> {
  if (parts.length === 0) return 0
  const previous = await linksOfSeqs(tx, pluck(parts, 'before'))
  let moved = 0
  for (const own of Map.groupBy(parts, ({ link, before }) => `${link.seq} ${before}`).values()) {
    const [first] = own
    const to = first && previous.get(first.before)
    if (!to || to.key_id !== null) continue
    const ids = own.map(({ value }) => value)
    moved += (await moveHighlights(tx, personId, { from: first.link.address, to: to.address }, at, ids))
      .length
  }
  return moved
}
