import { duplicateTexts as texts } from '@nestmark/texts/links/duplicates'
import { usePhone } from '../../lib/media/media.ts'
import { IconSortDescending } from '../../ui/icons.ts'
import { Kbd } from '../../ui/menus/Kbd.tsx'
import { ListHead } from '../../ui/lists/ListHead.tsx'
import { ChoiceMenu } from '../../ui/menus/ChoiceMenu.tsx'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import css from './DuplicatesHead.module.css'
import type { GroupSort } from './groups.ts'

const duplicatesPath = '/duplicates'
const sorts = (Object.keys(texts.sorts) as GroupSort[]).map(value => ({ value, label: texts.sorts[value] }))

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
  const items = sorts.map(({ value, label }) => ({
    label,
    checked: value === sort,
    run: () => onSort(value),
  }))
  return (
    <ListHead
      title={texts.title}
      path={duplicatesPath}
      total={total}
      barActions={sort && <MoreMenu label={texts.sort} items={items} iconClass="s20" />}
    >
      {sort && !phone && (
        <>
          <span className={`row g6 t3 ${css.keys}`} aria-hidden="true">
            <Kbd keys={['J', 'K']} /> {texts.groupKey} <Kbd keys={['X']} /> {texts.tickKey}
          </span>
          <ChoiceMenu
            label={texts.sort}
            options={sorts}
            value={sort}
            icon={IconSortDescending}
            onChange={onSort}
          />
        </>
      )}
    </ListHead>
  )
}
