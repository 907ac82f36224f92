/** @jsxImportSource preact */
import { limits } from '@nestmark/core/limits'
import { popupTexts as texts } from '@nestmark/texts/extension'
import type { RefObject } from 'preact'
import type { TagSuggestion } from '../background/library.ts'
import type { CollectionRow } from './collections.ts'
import type { Draft } from './draft.ts'
import { TagsField } from './TagsField.tsx'

interface Props {
  draft: Draft
  /** The chosen collection; undefined for none. */
  place: CollectionRow | undefined
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
      <button type="button" class="row field" onClick={onPick}>
        <span class="label">{texts.collection}</span>
        <span class="grow">
          <span class="ellipsis" dir="auto">
            {place?.name ?? texts.noCollection}
          </span>
          {place && place.above.length > 0 && <span class="t3 ellipsis">{place.above.join(' › ')}</span>}
        </span>
        <kbd>C</kbd>
      </button>
      <div class="row field">
        <span class="label">{texts.tags}</span>
        <TagsField
          tags={draft.tags}
          suggestions={suggestions}
          field={tagsField}
          onChange={tags => change({ tags })}
        />
        <kbd>T</kbd>
      </div>
      <label class="row field">
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
