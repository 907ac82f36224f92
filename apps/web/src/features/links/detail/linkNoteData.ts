import { deleteNote, getNote, type linkNote, saveNote } from '@nestmark/contract/links/linkNote'
import { linkNoteTexts as texts } from '@nestmark/texts/links/linkNote'
import type * as z from 'zod/mini'
import { operationKey, useOperationMutation, useOperation } from '../../../lib/api/operations.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { toast } from '../../../lib/toasts.ts'

type Note = z.output<typeof linkNote>

/** Reads the user's private note on a link; undefined until it is loaded. */
export function useNote(link_id: string) {
  const { data } = useOperation(getNote, { link_id }, { quiet: true })
  return data
}

const setCachedNote = (link_id: string, note: Note | null) =>
  queryClient.setQueryData(operationKey(getNote, { link_id }), note)

/** Saves the note. The form shows a refusal at its field. */
export function useSaveNote(link_id: string, onSaved: () => void) {
  return useOperationMutation(saveNote, {
    quiet: true,
    onSuccess: note => {
      setCachedNote(link_id, note)
      onSaved()
    },
  })
}

/** Deletes the note and shows a toast with an undo button. */
export function useRemoveNote(note: Note | null | undefined) {
  const restore = useOperationMutation(saveNote)
  return useOperationMutation(deleteNote, {
    onSuccess: (_, { link_id }) => {
      setCachedNote(link_id, null)
      toast({
        title: texts.removed,
        undo: () => note && restore.mutate({ link_id, note: note.note }),
      })
    },
  })
}
