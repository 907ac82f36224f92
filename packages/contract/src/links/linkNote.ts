import * as z from 'zod/mini'
import { noteChange } from './linkChange.ts'
import { operation } from '../operation.ts'
import { id } from '../shapes.ts'

/** A person's private note on a link. */
export const linkNote = z.object({ _id: id, link_id: id, note: z.string() })

export const getNote = operation({
  path: 'get-note',
  keyScope: 'read',
  summary: "Returns the caller's own note on a link, or null.",
  input: z.object({ link_id: id }),
  output: z.nullable(linkNote),
  errors: ['links.notFound'],
  reads: ['notes'],
})

export const saveNote = operation({
  path: 'save-note',
  keyScope: 'write',
  summary:
    "Saves the caller's note on a link. A link has one note per person; a new text replaces it. On an encrypted link, the note is an envelope. `note_id`, when sent, must be the id of that note.",
  input: z.object({ note: noteChange, link_id: id, note_id: z.optional(z.nullable(id)) }),
  output: linkNote,
  errors: [
    'links.noteRequired',
    'links.noteTooLong',
    'links.notFound',
    'encryption.encrypted',
    'encryption.otherKey',
  ],
  touches: ['notes'],
})

export const deleteNote = operation({
  path: 'delete-note',
  keyScope: 'write',
  summary: "Deletes the caller's note on a link. The call is idempotent.",
  input: z.object({ link_id: id }),
  errors: ['links.notFound'],
  touches: ['notes'],
})
