import { duplicateTexts as texts } from '@nestmark/texts/links/duplicates'
import { usePhone } from '../../lib/media/media.ts'
import { Button, IconButton } from '../../ui/fields/Button.tsx'
import { IconDots, IconSortDescending } from '../../ui/icons.ts'
import { Kbd } from '../../ui/menus/Kbd.tsx'
import { ListHead } from '../../ui/lists/ListHead.tsx'
import { Menu } from '../../ui/menus/Menu.tsx'
import css from './DuplicatesHead.module.css'
import type { GroupSort } from './groups.ts'

const duplicatesPath = '/duplicates'
const sorts = Object.keys(texts.sorts) as GroupSort[]

/** The title of the page with its counts and the order of the groups. */
export function DuplicatesHead({
  total,
  sort,
  onSort,
}: {
  /** '' until it is known. */
  total: string
  /** undefined without groups. */
  sort: GroupSort | undefined
  onSort: (sort: GroupSort) => void
}) {
  const phone = usePhone()
  const items = sorts.map(each => ({
    label: texts.sorts[each],
    checked: each === sort,
    run: () => onSort(each),
  }))
  return (
    <ListHead
      title={texts.title}
      path={duplicatesPath}
      total={total}
      barActions={
        sort && (
          <Menu label={texts.sort} items={items}>
            {trigger => <IconButton {...trigger} icon={IconDots} iconClass="s20" label={texts.sort} />}
          </Menu>
        )
      }
    >
      {sort && !phone && (
        <>
          <span className={`row g6 t3 ${css.keys}`} aria-hidden="true">
            <Kbd keys={['J', 'K']} /> {texts.groupKey} <Kbd keys={['X']} /> {texts.tickKey}
          </span>
          <Menu label={texts.sort} items={items}>
            {trigger => (
              <Button {...trigger} size="sm" icon={IconSortDescending}>
                {texts.sorts[sort]}
              </Button>
            )}
          </Menu>
        </>
      )}
    </ListHead>
  )
}
