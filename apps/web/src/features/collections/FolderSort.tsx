import { collectionsTexts as texts } from '@nestmark/texts/collections'
import { Button } from '../../ui/Button.tsx'
import { IconGripVertical, IconSortAscending, IconSortDescending } from '../../ui/icons.ts'
import { Menu } from '../../ui/Menu.tsx'
import type { FolderSort as Sort } from './handOrder.ts'

const ways = [
  { sort: 'date', label: texts.byDate, icon: IconSortDescending },
  { sort: 'name', label: texts.byName, icon: IconSortAscending },
  { sort: 'hand', label: texts.byHand, icon: IconGripVertical },
] as const

/** Sorts collections by last change, by name or manually. */
export function FolderSort({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const now = ways.find(way => way.sort === sort) ?? ways[0]
  return (
    <Menu
      label={texts.order}
      items={ways.map(way => ({
        label: way.label,
        icon: way.icon,
        checked: way === now,
        run: () => onSort(way.sort),
      }))}
    >
      {trigger => (
        <Button {...trigger} size="sm" icon={now.icon}>
          {now.label}
        </Button>
      )}
    </Menu>
  )
}
