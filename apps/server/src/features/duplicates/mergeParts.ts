import { pluck } from '@nestmark/core/pluck'
import type { LinkWithRole } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import type { LinkBefore } from '../../undo/store.ts'
import { updateBlobUse } from '../uploads/storage/blobStore.ts'
import { filesOfLinks, updateFileBytes } from '../uploads/linkFileStore.ts'
import { lockOwners } from '../uploads/storage/storageStore.ts'
import { moveHighlights } from '../highlights/highlightsOfLinks.ts'
import type { Batch } from '../links/sets/batches.ts'
import { notesOfLinks, writeNotes } from '../links/words/noteStore.ts'
import { placeFiles } from './store.ts'

/** Links that become one: those of `from` go to the trash, and what they have goes to `into`. */
export interface Merge {
  into: LinkWithRole
  from: LinkWithRole[]
}

const listIds = (merges: readonly Merge[]) =>
  merges.flatMap(({ into, from }) => [into.id, ...from.map(link => link.id)])

/**
 * Joins the caller's notes on the links, one below the other. Nothing is lost: the result may be longer than a note that is
 * typed.
 */
export async function mergeNotes(
  tx: Tx,
  { actor: { personId }, at }: Batch,
  merges: readonly Merge[],
): Promise<LinkBefore[]> {
  const notes = await notesOfLinks(tx, personId, listIds(merges))
  const joined = merges.flatMap(({ into, from }) => {
    const own = notes.get(into.id)?.note ?? ''
    const others = from.flatMap(link => notes.get(link.id)?.note ?? [])
    const texts = [...new Set([own, ...others])].filter(text => text !== '')
    const note = texts.join('\n')
    return note === own ? [] : { into, note, own }
  })
  const texts = joined.map(({ into, note }) => [into.id, note] as const)
  await writeNotes(tx, personId, texts, notes, at)
  return joined.map(({ into, note, own }) => [into.seq, `note:${note.length}`, own.length])
}

/**
 * Moves the files of the others to the link that stays, after its files. A link has only files of its category; page
 * copies stay with their links.
 */
export async function mergeFiles(tx: Tx, merges: readonly Merge[], at: number): Promise<LinkBefore[]> {
  const withFiles = merges.filter(({ from }) => from.some(link => link.file_bytes !== null))
  if (withFiles.length === 0) return []
  await lockOwners(
    tx,
    withFiles.map(({ into }) => into.owner_id),
  )
  const files = Map.groupBy(await filesOfLinks(tx, listIds(withFiles)), file => file.link_id)
  const moved = withFiles.flatMap(({ into, from }) => {
    const own = files.get(into.id) ?? []
    let next = own.reduce((highest, file) => Math.max(highest, file.position), -1) + 1
    return from
      .filter(link => link.category === into.category)
      .flatMap(link => {
        const theirs = files.get(link.id) ?? []
        const first = next
        next += theirs.reduce((highest, file) => Math.max(highest, file.position + 1), 0)
        return theirs.map(file => ({
          into,
          link,
          file,
          placed: { id: file.id, link_id: into.id, position: first + file.position },
        }))
      })
  })
  await placeFiles(tx, pluck(moved, 'placed'))
  await updateFileBytes(tx, [...new Set(moved.flatMap(({ into, link }) => [into.id, link.id]))])
  await updateBlobUse(
    tx,
    moved.map(({ file }) => file.blob_id),
    at,
  )
  return moved.map(({ into, link, file }) => [into.seq, `file:${file.id}:${file.position}`, link.seq])
}

/** Moves the caller's highlights of other addresses to the page of the link that stays. */
export async function mergeHighlights(
  tx: Tx,
  { actor: { personId }, at }: Batch,
  merges: readonly Merge[],
): Promise<LinkBefore[]> {
  const before: LinkBefore[] = []
  for (const { into, from } of merges)
    for (const link of from) {
      const addresses = { from: link.address, to: into.address }
      const moved = await moveHighlights(tx, personId, addresses, at)
      before.push(...moved.map((id): LinkBefore => [into.seq, `highlight:${id}`, link.seq]))
    }
  return before
}
