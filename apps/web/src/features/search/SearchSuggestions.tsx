import { searchTexts as texts } from '@nestmark/texts/search'
import { IconFolder, IconHash, IconSearch } from '../../ui/icons.ts'
import { Popup } from '../../ui/Popup.tsx'
import css from './SearchSuggestions.module.css'
import type { Suggestion } from './useSuggestions.ts'

const icons = { tag: IconHash, collection: IconFolder, operator: IconSearch, value: IconSearch }

/**
 * The list below the search field. The field keeps the focus and refers to the active option with
 * `aria-activedescendant`.
 */
export function SearchSuggestions({
  id,
  anchor,
  items,
  activeIndex,
  onActivate,
  onChoose,
  onClose,
}: {
  /** The id of the list; its options have the ids `${id}-0` and so on. */
  id: string
  anchor: HTMLElement
  items: readonly Suggestion[]
  /** The index of the active option, -1 for none. */
  activeIndex: number
  onActivate: (index: number) => void
  onChoose: (item: Suggestion) => void
  onClose: () => void
}) {
  return (
    <Popup anchor={anchor} onClose={onClose}>
      <div id={id} role="listbox" aria-label={texts.suggestions}>
        {items.map((item, index) => {
          const Icon = icons[item.kind]
          return (
            <div
              key={item.key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === activeIndex}
              className={css.option}
              // The default action of mousedown would take the focus from the field.
              onMouseDown={event => {
                event.preventDefault()
                onChoose(item)
              }}
              onMouseMove={() => onActivate(index)}
            >
              <Icon className="i s14 t3" />
              <span className={css.label} dir="auto">
                {item.label}
              </span>
              <span className={`el ${css.hint}`} dir="auto">
                {item.hint}
              </span>
            </div>
          )
        })}
      </div>
    </Popup>
  )
}
