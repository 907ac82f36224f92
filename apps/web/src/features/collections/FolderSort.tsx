import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { Button } from '../../ui/fields/Button.tsx'
import { IconGripVertical, IconSortAscending, IconSortDescending } from '../../ui/icons.ts'
import { Menu } from '../../ui/menus/Menu.tsx'
import type { FolderSort as Sort } from './manualOrder.ts'

const options = [
  { sort: 'date', label: texts.byDate, icon: IconSortDescending },
  { sort: 'name', label: texts.byName, icon: IconSortAscending },
  { sort: 'hand', label: texts.byHand, icon: IconGripVertical },
] as const

/** Sorts collections by last change, by name or manually. */
export function FolderSort({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const current = options.find(option => option.sort === sort) ?? options[0]
  return (
    <Menu
      label={texts.order}
      items={options.map(option => ({
        label: option.label,
        icon: option.icon,
        checked: option === current,
        run: () => onSort(option.sort),
      }))}
    >
      {trigger => (
        <Button {...trigger} size="sm" icon={current.icon}>
          {current.label}
        </Button>
      )}
    </Menu>
  )
}
