import { limits } from '@nestmark/core/limits'
import { errorTexts } from '@nestmark/texts/errors'
import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { useId, useState } from 'react'
import { Button } from '../../../ui/fields/Button.tsx'
import { fieldCss } from '../../../ui/fields/Field.tsx'
import { FieldError } from '../../../ui/fields/FieldError.tsx'
import { IconFolderPlus } from '../../../ui/icons.ts'
import css from '../picker/CollectionField.module.css'
import { useCreateCollection } from '../data.ts'

/** Creates a collection without leaving the collection picker. */
export function InlineNewCollection({
  parent,
  parentName,
  onCreated,
}: {
  /** The parent of the new collection: the one picked so far. */
  parent: string | undefined
  parentName: string
  onCreated: (id: string, name: string) => void
}) {
  const errorId = useId()
  const [name, setName] = useState<string>()
  const [problem, setProblem] = useState('')
  const create = useCreateCollection(onCreated)
  if (name === undefined)
    return (
      <Button
        size="sm"
        variant="ghost"
        icon={IconFolderPlus}
        className={css.newButton}
        onClick={() => setName('')}
      >
        {texts.newCollection}
      </Button>
    )
  const label = texts.newIn(parentName)
  const submit = () => {
    if (create.isPending) return
    if (name.trim() === '') return setProblem(errorTexts['collections.nameRequired'])
    create.mutate({ name: name.trim(), parent }, { onError: refusal => setProblem(refusal.message) })
  }
  return (
    <div className={css.newForm}>
      <div className="row g8">
        <input
          className={fieldCss.input}
          aria-label={label}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? errorId : undefined}
          placeholder={label}
          maxLength={limits.collectionName}
          dir="auto"
          autoFocus
          value={name}
          onChange={event => {
            setName(event.target.value)
            setProblem('')
          }}
          onKeyDown={event => {
            if (event.key === 'Enter') {
              // Enter must not submit the surrounding form.
              event.preventDefault()
              submit()
            }
            if (event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation()
            setName(undefined)
          }}
        />
        <Button variant="primary" aria-disabled={create.isPending} onClick={submit}>
          {texts.newMake}
        </Button>
      </div>
      {problem && <FieldError id={errorId}>{problem}</FieldError>}
    </div>
  )
}
