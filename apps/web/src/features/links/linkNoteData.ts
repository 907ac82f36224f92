import { deleteNote, getNote, type linkNote, saveNote } from '@nestmark/contract/linkNote'
import { linkNoteTexts as texts } from '@nestmark/texts/linkNote'
import type * as z from 'zod/mini'
import { operationKey, useOperationMutation, useOperation } from '../../lib/api/operations.ts'
import { queryClient } from '../../lib/api/queryClient.ts'
import { toast } from '../../lib/toasts.ts'

type Note = z.output<typeof linkNote>

/** The person's own note on a link; undefined until it is known. */
export function useNote(link_id: string) {
  const { data } = useOperation(getNote, { link_id }, { quiet: true })
  return data
}

const show = (link_id: string, note: Note | null) =>
  queryClient.setQueryData(operationKey(getNote, { link_id }), note)

/** Keeps the note; a refusal is said beside the field. */
export function useSaveNote(link_id: string, onSaved: () => void) {
  return useOperationMutation(saveNote, {
    quiet: true,
    onSuccess: note => {
      show(link_id, note)
      onSaved()
    },
  })
}

/** Takes the note away, says so, and offers to take it back. */
export function useRemoveNote(note: Note | null | undefined) {
  const back = useOperationMutation(saveNote)
  return useOperationMutation(deleteNote, {
    onSuccess: (_, { link_id }) => {
      show(link_id, null)
      toast({
        title: texts.removed,
        action: {
          label: texts.undo,
          run: () => note && back.mutate({ link_id, note: note.note }),
        },
      })
    },
  })
}
