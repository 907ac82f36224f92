import { linksTexts as texts } from '@nestmark/texts/links/links'
import { usePhone } from '../../../../lib/media/media.ts'
import { Button } from '../../../../ui/fields/Button.tsx'
import {
  IconGripVertical,
  IconLayoutBoard,
  IconLayoutGrid,
  IconList,
  IconSortAscending,
  IconSortDescending,
} from '../../../../ui/icons.ts'
import { Menu } from '../../../../ui/menus/Menu.tsx'
import { Segmented } from '../../../../ui/fields/Segmented.tsx'
import { useView } from '../../../session/data.ts'
import type { LinkQuery } from '../../listQuery.ts'

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
const byHand = { sort: 'hand', order: 2, label: texts.byHand, short: texts.byHand } as const

/** Sorts by date, title or site, in both directions, and the links of one collection manually. */
export function LinkSort({
  query,
  onQuery,
  canSortByHand = false,
}: {
  query: LinkQuery
  onQuery: (change: Partial<LinkQuery>) => void
  /** All links are in one collection. */
  canSortByHand?: boolean | undefined
}) {
  const phone = usePhone()
  const options = canSortByHand ? [...orders, byHand] : orders
  const current =
    options.find(option => option.sort === query.sort && option.order === query.order) ?? orders[0]
  const getIcon = ({ sort, order }: Pick<LinkQuery, 'sort' | 'order'>) =>
    sort === 'hand' ? IconGripVertical : order === 1 ? IconSortDescending : IconSortAscending
  return (
    <Menu
      label={texts.sort}
      items={options.flatMap(option => [
        option.sort !== 'date' && option.order === 2 && ('line' as const),
        {
          label: option.label,
          icon: getIcon(option),
          checked: option === current,
          run: () => onQuery({ sort: option.sort, order: option.order }),
        },
      ])}
    >
      {trigger => (
        <Button {...trigger} size="sm" icon={getIcon(current)}>
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
