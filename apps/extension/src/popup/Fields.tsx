/** @jsxImportSource preact */
import { limits } from '@nestmark/core/limits'
import { popupTexts as texts } from '@nestmark/texts/extension'
import type { RefObject } from 'preact'
import type { TagSuggestion } from '../background/library.ts'
import type { Draft } from './draft.ts'
import { TagsField } from './TagsField.tsx'

interface Props {
  draft: Draft
  /** The name of the chosen collection; undefined for none. */
  place: string | undefined
  suggestions: readonly TagSuggestion[]
  tagsField: RefObject<HTMLInputElement | null>
  noteField: RefObject<HTMLTextAreaElement | null>
  change: (changes: Partial<Draft>) => void
  onPick: () => void
}

/** The rows of the form, each with its key. */
export function Fields({ draft, place, suggestions, tagsField, noteField, change, onPick }: Props) {
  return (
    <>
      <button type="button" class="field" onClick={onPick}>
        <span class="label">{texts.collection}</span>
        <span class="grow ellipsis" dir="auto">
          {place ?? texts.noCollection}
        </span>
        <kbd>C</kbd>
      </button>
      <div class="field">
        <span class="label">{texts.tags}</span>
        <TagsField
          tags={draft.tags}
          suggestions={suggestions}
          field={tagsField}
          onChange={tags => change({ tags })}
        />
        <kbd>T</kbd>
      </div>
      <label class="field">
        <span class="label">{texts.note}</span>
        <textarea
          ref={noteField}
          class="bare grow"
          aria-label={texts.note}
          rows={1}
          maxLength={limits.linkNote}
          placeholder={texts.notePlaceholder}
          dir="auto"
          value={draft.note}
          onInput={event => change({ note: event.currentTarget.value })}
        />
        <kbd>N</kbd>
      </label>
    </>
  )
}
