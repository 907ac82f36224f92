import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { id, noteText, nothing } from './shapes.ts'

/** What a person has noted for themselves on a link. */
export const linkNote = z.object({ _id: id, link_id: id, note: z.string() })

export const getNote = operation({
  path: 'get-note',
  summary: "The caller's own note on a link, or null.",
  input: z.object({ link_id: id }),
  output: z.nullable(linkNote),
  errors: ['links.notFound'],
  reads: ['notes'],
})

export const saveNote = operation({
  path: 'save-note',
  summary:
    "Keeps the caller's note on a link; there is one, and a new text takes the place of the old. `note_id`, when sent, must be its id.",
  input: z.object({ note: noteText, link_id: id, note_id: z.optional(z.nullable(id)) }),
  output: linkNote,
  errors: ['links.noteRequired', 'links.noteTooLong', 'links.notFound'],
  touches: ['notes'],
})

export const deleteNote = operation({
  path: 'delete-note',
  summary: "Takes the caller's note off a link. Twice is once.",
  input: z.object({ link_id: id }),
  output: nothing,
  errors: ['links.notFound'],
  touches: ['notes'],
})
