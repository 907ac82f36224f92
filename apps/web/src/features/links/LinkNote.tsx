import { limits } from '@nestmark/core/limits'
import { errorTexts } from '@nestmark/texts/errors'
import { linkNoteTexts as texts } from '@nestmark/texts/linkNote'
import { uiTexts } from '@nestmark/texts/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Field, fieldCss } from '../../ui/Field.tsx'
import { IconEdit, IconNotes, IconTrash } from '../../ui/icons.ts'
import { useNote, useRemoveNote, useSaveNote } from './linkNoteData.ts'
import css from './LinkNote.module.css'

/** Edits the user's private note on a link. */
export function LinkNote({ linkId }: { linkId: string }) {
  const note = useNote(linkId)
  const [writing, setWriting] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const remove = useRemoveNote(note)
  const back = () => {
    setWriting(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  if (note === undefined) return null
  if (writing) return <NoteForm linkId={linkId} note={note?.note ?? ''} noteId={note?._id} onEnd={back} />
  if (note === null)
    return (
      <Button
        ref={button}
        size="sm"
        variant="ghost"
        icon={IconNotes}
        className={css.add}
        onClick={() => setWriting(true)}
      >
        {texts.add}
      </Button>
    )
  return (
    <section className={css.note} aria-label={texts.note}>
      <div className={css.head}>
        <IconNotes className="i s14" />
        <span className="grow">
          {texts.note} <span className="t3">· {texts.hint}</span>
        </span>
        <IconButton ref={button} small icon={IconEdit} label={texts.edit} onClick={() => setWriting(true)} />
        <IconButton
          small
          icon={IconTrash}
          label={texts.remove}
          onClick={() => !remove.isPending && remove.mutate({ link_id: linkId })}
        />
      </div>
      <p className={css.words} dir="auto">
        {note.note}
      </p>
    </section>
  )
}

function NoteForm({
  linkId,
  note,
  noteId,
  onEnd,
}: {
  linkId: string
  note: string
  noteId: string | undefined
  onEnd: () => void
}) {
  const [words, setWords] = useState(note)
  const [problem, setProblem] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  const save = useSaveNote(linkId, onEnd)
  useEffect(() => {
    const field = area.current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (save.isPending) return
    if (words.trim() === '') {
      setProblem(errorTexts['links.noteRequired'])
      return area.current?.focus()
    }
    save.mutate(
      { link_id: linkId, note: words, note_id: noteId },
      { onError: refusal => setProblem(refusal.message) },
    )
  }
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      <Field label={texts.note} error={problem} note={texts.left(limits.linkNote - words.length)}>
        {control => (
          <textarea
            {...control}
            ref={area}
            className={fieldCss.area}
            rows={3}
            maxLength={limits.linkNote}
            dir="auto"
            value={words}
            onChange={event => {
              setWords(event.target.value)
              setProblem(undefined)
            }}
            onKeyDown={event => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
              if (event.key !== 'Escape') return
              // Escape closes only this form, not the dialog around it.
              event.preventDefault()
              event.stopPropagation()
              onEnd()
            }}
          />
        )}
      </Field>
      <div className={css.buttons}>
        <Button size="sm" onClick={onEnd}>
          {uiTexts.cancel}
        </Button>
        <Button size="sm" variant="primary" type="submit" aria-disabled={save.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
