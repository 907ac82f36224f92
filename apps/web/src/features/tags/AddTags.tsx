import { tagsTexts as texts } from '@nestmark/texts/collections/tags'
import { type KeyboardEvent, useState } from 'react'
import { toast } from '../../lib/toasts.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Field } from '../../ui/fields/Field.tsx'
import { useAddTags } from './data.ts'
import { TagInput } from './TagInput.tsx'
import { addTags, longErrorDuration } from './tagRules.ts'

/** Adds several tags together: Enter or a comma accepts the typed tag, the button saves all of them. */
export default function AddTags({ onClose }: { onClose: () => void }) {
  const [tags, setTags] = useState<string[]>([])
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const add = useAddTags(onClose, refusal => setError(refusal.message))

  /** Accepts tags by name. @returns all accepted tags, or null when a name is invalid */
  const accept = (names: readonly string[]): string[] | null => {
    const { tags: next, invalid } = addTags(tags, names)
    for (const { problem, tooLong } of invalid) {
      setError(problem)
      if (tooLong) toast({ tone: 'danger', title: problem, duration: longErrorDuration })
    }
    setTags(next)
    // Invalid names remain in the field, so that the user can correct them.
    setText(invalid.map(each => each.name).join(', '))
    return invalid.length > 0 ? null : next
  }
  const save = () => {
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
  return (
    <Dialog
      title={texts.add}
      onClose={onClose}
      action={{ 'aria-disabled': add.isPending, children: texts.addButton }}
      onSubmit={save}
    >
      <Field label={texts.addField} hint={texts.addHint} error={error}>
        {control => (
          <TagInput
            {...control}
            data-autofocus
            tags={tags}
            placeholder={texts.addPlaceholder}
            value={text}
            onChange={event => {
              setText(event.target.value)
              setError(undefined)
            }}
            onKeyDown={onKeyDown}
            onPasteNames={accept}
            onRemove={tag => setTags(tags.filter(other => other !== tag))}
          />
        )}
      </Field>
    </Dialog>
  )
}
