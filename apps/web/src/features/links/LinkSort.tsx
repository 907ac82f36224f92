import { linksTexts as texts } from '@nestmark/texts/links'
import { usePhone } from '../../lib/media.ts'
import { Button } from '../../ui/Button.tsx'
import { IconLayoutGrid, IconList, IconSortAscending, IconSortDescending } from '../../ui/icons.ts'
import { Menu } from '../../ui/Menu.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { useView } from '../session/data.ts'
import type { LinkQuery } from './data.ts'

const views = [
  { value: 1, label: texts.grid, icon: IconLayoutGrid },
  { value: 2, label: texts.list, icon: IconList },
] as const

/** Newest or oldest first. */
export function LinkSort({
  query,
  onQuery,
}: {
  query: LinkQuery
  onQuery: (change: Partial<LinkQuery>) => void
}) {
  const phone = usePhone()
  const newest = query.order === 1
  const long = newest ? texts.newest : texts.oldest
  const short = newest ? texts.newestShort : texts.oldestShort
  return (
    <Menu
      label={texts.sort}
      items={[
        { label: texts.newest, icon: IconSortDescending, checked: newest, run: () => onQuery({ order: 1 }) },
        { label: texts.oldest, icon: IconSortAscending, checked: !newest, run: () => onQuery({ order: 2 }) },
      ]}
    >
      {trigger => (
        <Button {...trigger} size="sm" icon={newest ? IconSortDescending : IconSortAscending}>
          {phone ? short : long}
        </Button>
      )}
    </Menu>
  )
}

/** Grid or list, remembered with the person. */
export function LinkViewSwitch() {
  const { view, setView } = useView()
  return (
    <Segmented label={texts.view} value={view.links} options={views} onChange={links => setView({ links })} />
  )
}
