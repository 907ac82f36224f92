/** @jsxImportSource preact */
import { limits } from '@nestmark/core/limits'
import { popupTexts as texts } from '@nestmark/texts/extension'
import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { TagSuggestion } from '../background/library.ts'
import { ask } from '../ui/ask.ts'

interface Props {
  tags: readonly string[]
  /** Tags of the library that fit the page. */
  suggestions: readonly TagSuggestion[]
  field: RefObject<HTMLInputElement | null>
  onChange: (tags: string[]) => void
}

/** The tags of a link: comma or Enter adds, Backspace removes, Tab takes the suggestion. */
export function TagsField({ tags, suggestions, field, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<TagSuggestion[]>([])
  const [error, setError] = useState('')
  const has = (name: string) => tags.some(tag => tag.toLowerCase() === name.toLowerCase())
  const add = (name: string) => {
    const tag = name.trim()
    setTyped('')
    setFound([])
    setError('')
    if (tag.length > limits.tagName) return setError(texts.tagTooLong)
    if (tag !== '' && !has(tag) && tags.length < limits.tagsPerLink) onChange([...tags, tag])
  }
  useEffect(() => {
    let isCurrent = true
    const suggest = async () => {
      const input = typed.trim().slice(0, limits.searchInput)
      // Without a server there are no suggestions.
      const next = input === '' ? [] : await ask({ kind: 'suggestTags', input }).catch(() => [])
      if (isCurrent) setFound(next)
    }
    void suggest()
    return () => {
      isCurrent = false
    }
  }, [typed])
  const offered = found.filter(({ name }) => !has(name)).slice(0, 5)
  const fitting = suggestions.filter(({ name }) => !has(name)).slice(0, 3)
  return (
    <div class="grow">
      <div class="tagList">
        {tags.map(tag => (
          <button
            key={tag}
            type="button"
            class="tag"
            aria-label={texts.removeTag(tag)}
            onClick={() => onChange(tags.filter(each => each !== tag))}
          >
            #{tag} ×
          </button>
        ))}
        <input
          ref={field}
          class="bare"
          aria-label={texts.addTag}
          placeholder={texts.addTag}
          value={typed}
          onInput={event => {
            const { value } = event.currentTarget
            if (value.includes(',')) add(value.replaceAll(',', ''))
            else setTyped(value)
          }}
          onBlur={() => typed.trim() !== '' && add(typed)}
          onKeyDown={event => {
            const [best] = offered
            if (event.key === 'Enter' && !event.ctrlKey && typed.trim() !== '') add(typed)
            else if (event.key === 'Tab' && best && !event.shiftKey) add(best.name)
            else if (event.key === 'Backspace' && typed === '' && tags.length > 0) onChange(tags.slice(0, -1))
            else return
            event.preventDefault()
            event.stopPropagation()
          }}
        />
      </div>
      {error && (
        <p class="danger" role="alert">
          {error}
        </p>
      )}
      <div class="tagList">
        {(typed.trim() === '' ? fitting : offered).map(({ name, count }) => (
          <button
            key={name}
            type="button"
            class="suggestion"
            // Before the field loses the focus and adds what is typed.
            onMouseDown={event => event.preventDefault()}
            onClick={() => add(name)}
          >
            + {name} <span class="t3">{count}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
