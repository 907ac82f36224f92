import { limits } from '@nestmark/core/limits'
import { errorTexts } from '@nestmark/texts/errors'
import { linkNoteTexts as texts } from '@nestmark/texts/links/linkNote'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../../../ui/fields/Button.tsx'
import { CancelButton } from '../../../ui/dialogs/CancelButton.tsx'
import { TextArea } from '../../../ui/fields/TextField.tsx'
import { IconEdit, IconNotes, IconTrash } from '../../../ui/icons.ts'
import css from './LinkNote.module.css'
import { deleteNote, getNote, saveNote } from '@nestmark/contract/links/linkNote'
import type { Output } from '@nestmark/contract/operation'
import { operationKey, useOperationMutation, useOperation } from '../../../lib/api/operations.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { toast } from '../../../lib/toasts.ts'

const setCachedNote = (link_id: string, note: Output<typeof getNote>) =>
  queryClient.setQueryData(operationKey(getNote, { link_id }), note)

/** Edits the user's private note on a link. */
export function LinkNote({ linkId }: { linkId: string }) {
  const { data: note } = useOperation(getNote, { link_id: linkId }, { quiet: true })
  const [isEditing, setIsEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const restore = useOperationMutation(saveNote)
  const remove = useOperationMutation(deleteNote, {
    onSuccess: (_, { link_id }) => {
      setCachedNote(link_id, null)
      toast({
        title: texts.removed,
        undo: () => note && restore.mutate({ link_id, note: note.note }),
      })
    },
  })
  const closeForm = () => {
    setIsEditing(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  if (note === undefined) return null
  if (isEditing)
    return <NoteForm linkId={linkId} note={note?.note ?? ''} noteId={note?._id} onClose={closeForm} />
  if (note === null)
    return (
      <Button
        ref={button}
        size="sm"
        variant="ghost"
        icon={IconNotes}
        className={css.add}
        onClick={() => setIsEditing(true)}
      >
        {texts.add}
      </Button>
    )
  return (
    <section className={css.note} aria-label={texts.note}>
      <div className={`row t2 w540 ${css.head}`}>
        <IconNotes className="i s14" />
        <span className="grow">
          {texts.note} <span className="t3">· {texts.hint}</span>
        </span>
        <IconButton
          ref={button}
          small
          icon={IconEdit}
          label={texts.edit}
          onClick={() => setIsEditing(true)}
        />
        <IconButton
          small
          icon={IconTrash}
          label={texts.remove}
          onClick={() => !remove.isPending && remove.mutate({ link_id: linkId })}
        />
      </div>
      <p className={`anywhere mt4 ${css.text}`} dir="auto">
        {note.note}
      </p>
    </section>
  )
}

function NoteForm({
  linkId,
  note,
  noteId,
  onClose,
}: {
  linkId: string
  note: string
  noteId: string | undefined
  onClose: () => void
}) {
  const [text, setText] = useState(note)
  const [problem, setProblem] = useState<string>()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const save = useOperationMutation(saveNote, {
    quiet: true,
    onSuccess: saved => {
      setCachedNote(linkId, saved)
      onClose()
    },
  })
  useEffect(() => {
    const field = textarea.current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (save.isPending) return
    if (text.trim() === '') {
      setProblem(errorTexts['links.noteRequired'])
      return textarea.current?.focus()
    }
    save.mutate(
      { link_id: linkId, note: text, note_id: noteId },
      { onError: refusal => setProblem(refusal.message) },
    )
  }
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      <TextArea
        label={texts.note}
        error={problem}
        note={texts.left(limits.linkNote - text.length)}
        ref={textarea}
        rows={3}
        maxLength={limits.linkNote}
        dir="auto"
        value={text}
        onChange={event => {
          setText(event.target.value)
          setProblem(undefined)
        }}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
          if (event.key !== 'Escape') return
          // Escape closes only this form, not the dialog around it.
          event.preventDefault()
          event.stopPropagation()
          onClose()
        }}
      />
      <div className="flex g8 mt8 toend">
        <CancelButton size="sm" onClick={onClose} />
        <Button size="sm" variant="primary" type="submit" aria-disabled={save.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
