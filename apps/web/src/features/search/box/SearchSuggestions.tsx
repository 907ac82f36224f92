import { searchTexts as texts } from '@nestmark/texts/search/search'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { classes } from '../../../ui/classes.ts'
import { IconFolder, IconHash, IconSearch } from '../../../ui/icons.ts'
import { suggestionSlot } from '../results/searchResults.ts'
import css from './SearchSuggestions.module.css'
import type { Suggestion } from './useSuggestions.ts'

const icons = { tag: IconHash, collection: IconFolder, operator: IconSearch, value: IconSearch }

/**
 * Shows the suggestions of the search field in a row of the search page, so that they cover no result. The field keeps
 * the focus and refers to the active option with `aria-activedescendant`.
 */
export function SearchSuggestions({
  id,
  slot,
  items,
  activeIndex,
  onChoose,
}: {
  /** The id of the list; its options have the ids `${id}-0` and so on. */
  id: string
  slot: HTMLElement
  items: readonly Suggestion[]
  /** The index of the active option, -1 for none. */
  activeIndex: number
  onChoose: (item: Suggestion) => void
}) {
  return createPortal(
    <div
      id={id}
      role="listbox"
      aria-orientation="horizontal"
      aria-label={texts.suggestions}
      className={`row g8 ${css.row}`}
    >
      {items.map((item, index) => {
        const Icon = icons[item.kind]
        return (
          <div
            key={item.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === activeIndex}
            className={classes('inline t2 rigid', css.chip, css.option)}
            title={item.hint}
            // The default action of mousedown would take the focus from the field.
            onMouseDown={event => {
              event.preventDefault()
              onChoose(item)
            }}
          >
            <Icon className="i s12 t3" />
            <span className={css.label} dir="auto">
              {item.label}
            </span>
            {item.kind !== 'tag' && item.hint !== '' && (
              <span className={`el ${css.hint}`} dir="auto">
                {item.hint}
              </span>
            )}
          </div>
        )
      })}
    </div>,
    slot,
  )
}

const setSlot = (element: HTMLElement | null) => suggestionSlot.set(element)

/** The row of the search field's suggestions. Without suggestions it shows its children. */
export function SuggestionSlot({ children }: { children?: ReactNode }) {
  return (
    <div className={css.slot} ref={setSlot}>
      {children}
    </div>
  )
}
