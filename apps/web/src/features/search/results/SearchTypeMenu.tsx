import type { SearchType } from '@nestmark/contract/search/searchTypes'
import { shellTexts as texts } from '@nestmark/texts/shell'
import { IconChevronDown } from '../../../ui/icons.ts'
import { Menu } from '../../../ui/menus/Menu.tsx'
import css from '../box/SearchBox.module.css'

/** Chooses what the search field searches for. */
export function SearchTypeMenu({
  types,
  picked,
  onPick,
}: {
  types: readonly SearchType[]
  picked: SearchType
  onPick: (type: SearchType) => void
}) {
  return (
    <Menu
      label={texts.searchFor}
      items={types.map(type => ({
        label: texts.searchTypes[type],
        checked: type === picked,
        run: () => onPick(type),
      }))}
    >
      {trigger => (
        <button
          type="button"
          className={`row g4 t2 ${css.type}`}
          aria-label={`${texts.searchFor}: ${texts.searchTypes[picked]}`}
          {...trigger}
        >
          {texts.searchTypes[picked]} <IconChevronDown className="i s12" />
        </button>
      )}
    </Menu>
  )
}
