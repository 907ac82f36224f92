import type { Link } from '@nestmark/contract/shapes'
import { linksTexts as texts } from '@nestmark/texts/links'
import { uiTexts } from '@nestmark/texts/ui'
import { usePhone } from '../../lib/media.ts'
import type { Selection } from '../../lib/selection.ts'
import { Button } from '../../ui/Button.tsx'
import {
  IconCheckbox,
  IconLayoutGrid,
  IconList,
  IconSortAscending,
  IconSortDescending,
} from '../../ui/icons.ts'
import { Menu } from '../../ui/Menu.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { useView } from '../session/data.ts'
import type { LinkQuery } from './data.ts'
import css from './LinkTools.module.css'

const views = [
  { value: 1, label: texts.grid, icon: IconLayoutGrid },
  { value: 2, label: texts.list, icon: IconList },
] as const

/** Search, order, grid or list, and select mode of a list of links. */
export function LinkTools({
  query,
  onQuery,
  selection,
  canSelect = true,
  wide,
}: {
  query: LinkQuery
  onQuery: (change: Partial<LinkQuery>) => void
  selection: Selection<Link>
  canSelect?: boolean
  /** The tools have a line to themselves. */
  wide?: boolean
}) {
  const phone = usePhone()
  const { view, setView } = useView()
  const newest = query.order === 1
  return (
    <div className={css.tools}>
      <div className={css.search}>
        <SearchField
          label={texts.search}
          value={query.input}
          wide={wide}
          onChange={input => onQuery({ input })}
        />
      </div>
      {wide && <span className="grow" />}
      <Menu
        label={texts.sort}
        items={[
          {
            label: texts.newest,
            icon: IconSortDescending,
            checked: newest,
            run: () => onQuery({ order: 1 }),
          },
          {
            label: texts.oldest,
            icon: IconSortAscending,
            checked: !newest,
            run: () => onQuery({ order: 2 }),
          },
        ]}
      >
        {trigger => (
          <Button {...trigger} size="sm" icon={newest ? IconSortDescending : IconSortAscending}>
            {phone ? (newest ? texts.newestShort : texts.oldestShort) : newest ? texts.newest : texts.oldest}
          </Button>
        )}
      </Menu>
      <Segmented
        label={texts.view}
        value={view.links}
        options={views}
        onChange={links => setView({ links })}
      />
      {canSelect && (
        <Button
          size="sm"
          variant={selection.active ? 'plain' : 'ghost'}
          on={selection.active}
          icon={IconCheckbox}
          aria-pressed={selection.active}
          onClick={() => (selection.active ? selection.clear() : selection.start())}
        >
          {selection.active ? uiTexts.selecting : uiTexts.select}
        </Button>
      )}
    </div>
  )
}
