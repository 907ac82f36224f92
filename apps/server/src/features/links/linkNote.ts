import type { deleteNote as remove, getNote as get, saveNote as save } from '@nestmark/contract/linkNote'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantVisibleLink } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { newId } from '../../db/newId.ts'
import type { Call } from '../../http/implement.ts'
import { readNote, putNote, removeNote } from './noteStore.ts'

/** Returns the caller's own note on a link, or null. No other user can read it, not even in a shared collection. */
export async function getNote(
  { actor, services: { db } }: Call,
  { link_id }: Parsed<typeof get>,
): Promise<Output<typeof get>> {
  const granted = await grantVisibleLink(db.read, actor, link_id)
  return readNote(db.read, granted, actor.personId)
}

/** Stores a note; of two concurrent saves the later one remains. */
export async function saveNote(
  { actor, services: { db, now } }: Call,
  { link_id, note_id, note }: Parsed<typeof save>,
): Promise<Output<typeof save>> {
  return db.write(async tx => {
    const granted = await grantVisibleLink(tx, actor, link_id)
    const before = await readNote(tx, granted, actor.personId)
    // A deleted note is not created again by a save that names its id.
    if (note_id && before?._id !== note_id) refuse('links.notFound')
    return putNote(tx, granted, { id: newId(), personId: actor.personId, note, now: now() })
  })
}

export async function deleteNote(
  { actor, services: { db } }: Call,
  { link_id }: Parsed<typeof remove>,
): Promise<Output<typeof remove>> {
  await db.write(async tx => {
    const granted = await grantVisibleLink(tx, actor, link_id)
    await removeNote(tx, granted, actor.personId)
  })
  return {}
}
