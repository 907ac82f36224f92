import { linksTexts as texts } from '@nestmark/texts/links'
import { usePhone } from '../../../lib/media.ts'
import { Button } from '../../../ui/Button.tsx'
import {
  IconLayoutBoard,
  IconLayoutGrid,
  IconList,
  IconSortAscending,
  IconSortDescending,
} from '../../../ui/icons.ts'
import { Menu } from '../../../ui/Menu.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { useView } from '../../session/data.ts'
import type { LinkQuery } from '../listQuery.ts'

const views = [
  { value: 1, label: texts.grid, icon: IconLayoutGrid },
  { value: 3, label: texts.mosaic, icon: IconLayoutBoard },
  { value: 2, label: texts.list, icon: IconList },
] as const

const orders = [
  { sort: 'date', order: 1, label: texts.newest, short: texts.newestShort },
  { sort: 'date', order: 2, label: texts.oldest, short: texts.oldestShort },
  { sort: 'title', order: 2, label: texts.titleUp, short: texts.titleShort },
  { sort: 'title', order: 1, label: texts.titleDown, short: texts.titleShort },
  { sort: 'host', order: 2, label: texts.hostUp, short: texts.hostShort },
  { sort: 'host', order: 1, label: texts.hostDown, short: texts.hostShort },
] as const

/** Sorts by date, title or site, in both directions. */
export function LinkSort({
  query,
  onQuery,
}: {
  query: LinkQuery
  onQuery: (change: Partial<LinkQuery>) => void
}) {
  const phone = usePhone()
  const current =
    orders.find(option => option.sort === query.sort && option.order === query.order) ?? orders[0]
  const getIcon = (order: 1 | 2) => (order === 1 ? IconSortDescending : IconSortAscending)
  return (
    <Menu
      label={texts.sort}
      items={orders.flatMap(option => [
        option.sort !== 'date' && option.order === 2 && ('line' as const),
        {
          label: option.label,
          icon: getIcon(option.order),
          checked: option === current,
          run: () => onQuery({ sort: option.sort, order: option.order }),
        },
      ])}
    >
      {trigger => (
        <Button {...trigger} size="sm" icon={getIcon(current.order)}>
          {phone ? current.short : current.label}
        </Button>
      )}
    </Menu>
  )
}

/** Switches between grid, mosaic and list. The choice is stored in the account. */
export function LinkViewSwitch() {
  const { view, setView } = useView()
  return (
    <Segmented label={texts.view} value={view.links} options={views} onChange={links => setView({ links })} />
  )
}
