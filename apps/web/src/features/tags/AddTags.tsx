import { tagsTexts as texts } from '@nestmark/texts/tags'
import { uiTexts } from '@nestmark/texts/ui'
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { toast } from '../../lib/toasts.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, fieldCss } from '../../ui/Field.tsx'
import { useAddTags } from './data.ts'
import { addTag, longErrorDuration } from './tagRules.ts'
import { TagChips } from './TagChips.tsx'
import chips from './TagChips.module.css'

/** Adds several tags at once: Enter or a comma accepts the typed tag, the button saves all of them. */
export default function AddTags({ onClose }: { onClose: () => void }) {
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const [tags, setTags] = useState<string[]>([])
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const add = useAddTags(onClose, refusal => setError(refusal.message))

  /** Accepts tags by name. @returns all accepted tags, or null when a name is invalid */
  const accept = (names: readonly string[]): string[] | null => {
    let next = tags
    const invalid: string[] = []
    for (const name of names) {
      const result = addTag(next, name)
      if (result.ok) {
        next = result.tags
        continue
      }
      invalid.push(name)
      setError(result.problem)
      if (result.tooLong) toast({ tone: 'danger', title: result.problem, duration: longErrorDuration })
    }
    setTags(next)
    // Invalid names stay in the field, so that the user can correct them.
    setText(invalid.join(', '))
    return invalid.length > 0 ? null : next
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending) return
    const accepted = accept([text])
    if (accepted === null) return
    if (accepted.length === 0) setError(texts.required)
    else add.mutate({ tags: accepted })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const enter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey
    // Enter in an empty field submits the form.
    if (event.key === ',' || (enter && text.trim() !== '')) {
      event.preventDefault()
      accept([text])
    } else if (event.key === 'Backspace' && text === '') setTags(tags.slice(0, -1))
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (!/[,\n\t]/.test(pasted)) return
    event.preventDefault()
    accept(pasted.split(/[,\n\t]+/))
  }
  return (
    <Dialog
      title={texts.add}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {uiTexts.cancel}
          </Button>
          <Button variant="primary" type="submit" form={form} aria-disabled={add.isPending}>
            {texts.addButton}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={save}>
        <Field label={texts.addField} hint={texts.addHint} error={error}>
          {control => (
            <div className={classes(fieldCss.box, chips.box)} onClick={() => field.current?.focus()}>
              <TagChips
                tags={tags}
                onRemove={tag => {
                  setTags(tags.filter(other => other !== tag))
                  field.current?.focus()
                }}
              />
              <input
                {...control}
                ref={field}
                data-autofocus
                className={classes(fieldCss.inside, chips.input)}
                placeholder={texts.addPlaceholder}
                autoComplete="off"
                autoCapitalize="none"
                enterKeyHint="enter"
                dir="auto"
                value={text}
                onChange={event => {
                  setText(event.target.value)
                  setError(undefined)
                }}
                onKeyDown={onKeyDown}
                onPaste={onPaste}
              />
            </div>
          )}
        </Field>
      </form>
    </Dialog>
  )
}
