import { limits } from '@nestmark/core/limits'
import { errorTexts } from '@nestmark/texts/errors'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { uiTexts } from '@nestmark/texts/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { CancelButton } from '../../ui/dialogs/CancelButton.tsx'
import { TextArea } from '../../ui/fields/TextField.tsx'
import { Kbd } from '../../ui/menus/Kbd.tsx'
import { keepDraft, readDraft } from './commentForms.ts'
import css from './list/HighlightRow.module.css'

/** Edits the comment of a highlight. Its text is stored for the session when the form is closed without saving. */
export function CommentForm({
  id,
  comment,
  onSave,
  onClose,
}: {
  /** The id of the highlight. */
  id: string
  comment: string
  onSave: (comment: string) => void
  onClose: () => void
}) {
  const [text, setText] = useState(() => readDraft(id) ?? comment)
  const textarea = useRef<HTMLTextAreaElement>(null)
  const isTooLong = text.trim().length > limits.highlightComment
  useEffect(() => {
    const field = textarea.current
    field?.focus({ preventScroll: true })
    field?.setSelectionRange(field.value.length, field.value.length)
    field?.form?.scrollIntoView({ block: 'nearest' })
  }, [])
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (isTooLong) return textarea.current?.focus()
    keepDraft(id, null)
    onClose()
    if (text.trim() !== comment) onSave(text.trim())
  }
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      <TextArea
        label={texts.comment}
        error={isTooLong ? errorTexts['highlights.commentTooLong'] : undefined}
        ref={textarea}
        className={css.area}
        rows={2}
        dir="auto"
        value={text}
        onChange={event => {
          setText(event.target.value)
          keepDraft(id, event.target.value)
        }}
        onKeyDown={event => {
          // Keys of the field are not those of the row.
          event.stopPropagation()
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
          if (event.key !== 'Escape') return
          event.preventDefault()
          onClose()
        }}
      />
      <div className="row g4 mt8">
        <Button size="sm" variant="primary" type="submit">
          {uiTexts.save}
        </Button>
        <CancelButton size="sm" onClick={onClose} />
        <span className="grow" />
        <span className={css.formKeys} aria-hidden="true">
          <Kbd keys={['Ctrl', '↵']} />
        </span>
      </div>
    </form>
  )
}
