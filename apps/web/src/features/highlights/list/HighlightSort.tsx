import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconSortAscending, IconSortDescending } from '../../../ui/icons.ts'
import { Menu } from '../../../ui/menus/Menu.tsx'
import type { HighlightChoice } from './highlightQuery.ts'

const orders = [
  { order: undefined, label: texts.newest, icon: IconSortDescending },
  { order: 2, label: texts.oldest, icon: IconSortAscending },
] as const

/** Sorts the pages by the date of their newest highlight, in both directions. */
export function HighlightSort({
  order: current,
  onOrder,
}: {
  order: HighlightChoice['order']
  onOrder: (order: HighlightChoice['order']) => void
}) {
  const shown = orders.find(({ order }) => order === current) ?? orders[0]
  return (
    <Menu
      label={texts.sort}
      items={orders.map(({ order, label, icon }) => ({
        label,
        icon,
        checked: order === current,
        run: () => onOrder(order),
      }))}
    >
      {trigger => (
        <Button {...trigger} size="sm" icon={shown.icon} aria-label={`${texts.sort}: ${shown.label}`}>
          {shown.label}
        </Button>
      )}
    </Menu>
  )
}
