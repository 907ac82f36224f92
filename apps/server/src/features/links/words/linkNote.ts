import * as contract from '@nestmark/contract/links/linkNote'
import { parseEnvelope } from '@nestmark/core/encryptedText'
import { limits } from '@nestmark/core/limits'
import { grantVisibleLink } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { newId } from '../../../db/newId.ts'
import { action } from '../../../calls/action.ts'
import { lockKeyId, putNote, readNote, removeNote } from './noteStore.ts'

/** Returns the caller's own note on a link, or null. No other user can read it, not even in a shared collection. */
export const getNote = action(contract.getNote, async ({ actor, services: { db } }, { link_id }) => {
  const granted = await grantVisibleLink(db.read, actor, link_id)
  return readNote(db.read, granted, actor.personId)
})

/** Stores a note; of two concurrent saves the later one remains. */
export const saveNote = action(
  contract.saveNote,
  async ({ actor, services: { db, now } }, { link_id, note_id, note }) => {
    return db.write(async tx => {
      const granted = await grantVisibleLink(tx, actor, link_id)
      assertReadableAs(await lockKeyId(tx, granted), note)
      const before = await readNote(tx, granted, actor.personId)
      // A deleted note is not created again by a save that names its id.
      if (note_id && before?._id !== note_id) refuse('links.notFound')
      return putNote(tx, granted, { id: newId(), personId: actor.personId, note, now: now() })
    })
  },
)

/**
 * Asserts that the note of an encrypted link is an envelope of its key, and that of another link is a text.
 * @throws Refused 'encryption.encrypted', 'encryption.otherKey', 'links.noteTooLong'
 */
function assertReadableAs(keyId: string | null, note: string): void {
  if (keyId === null) {
    if (note.length > limits.linkNote) refuse('links.noteTooLong')
    return
  }
  const envelope = parseEnvelope(note, 'note')
  if (envelope === null) return refuse('encryption.encrypted')
  if (envelope.kid !== keyId) refuse('encryption.otherKey')
}

export const deleteNote = action(contract.deleteNote, async ({ actor, services: { db } }, { link_id }) => {
  await db.write(async tx => {
    const granted = await grantVisibleLink(tx, actor, link_id)
    await removeNote(tx, granted, actor.personId)
  })
  return {}
})
