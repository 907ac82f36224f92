import { limits } from '@nestmark/core/limits'
import { linkFormTexts } from '@nestmark/texts/links/linkForm'
import { suggestionTexts as texts } from '@nestmark/texts/sharing/suggestions'
import { useState } from 'react'
import { Field } from '../../ui/fields/Field.tsx'
import { TagInput } from '../tags/TagInput.tsx'

/** The tags of a suggestion. They become tags of the recipient, so the sender's own tags are not offered. */
export function SuggestionTags({
  tags,
  error,
  onChange,
}: {
  tags: string[]
  error: string | undefined
  onChange: (tags: string[]) => void
}) {
  const [text, setText] = useState('')
  const add = (typed: string) => {
    const names = typed
      .split(/[,\n\t]+/)
      .map(name => name.trim().replace(/^#/, '').slice(0, limits.tagName))
      .filter(name => name !== '' && !tags.some(known => known.toLowerCase() === name.toLowerCase()))
    if (names.length > 0) onChange([...tags, ...new Set(names)].slice(0, limits.tagsPerLink))
    setText('')
  }
  return (
    <Field label={texts.tags} hint={linkFormTexts.optional} error={error}>
      {control => (
        <TagInput
          {...control}
          tags={tags}
          placeholder={linkFormTexts.tagsPlaceholder}
          value={text}
          onChange={event => {
            if (/[,\n\t]/.test(event.target.value)) add(event.target.value)
            else setText(event.target.value)
          }}
          onKeyDown={event => {
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
              event.preventDefault()
              add(text)
            }
            if (event.key === 'Backspace' && text === '') onChange(tags.slice(0, -1))
          }}
          onBlur={() => add(text)}
          onPasteNames={names => add([text, ...names].join(','))}
          onRemove={tag => onChange(tags.filter(other => other !== tag))}
        />
      )}
    </Field>
  )
}
