import { collectionsTexts } from '@nestmark/texts/collections'
import { duplicateTexts as texts } from '@nestmark/texts/duplicates'
import { shellTexts } from '@nestmark/texts/shell'
import { Link } from 'react-router'
import { usePhone } from '../../lib/media.ts'
import { Breadcrumb } from '../../ui/Breadcrumb.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { IconChevronLeft, IconDotsVertical, IconSortDescending } from '../../ui/icons.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { PhoneBar } from '../../ui/PhoneBar.tsx'
import css from './DuplicatesHead.module.css'
import type { GroupSort } from './groups.ts'

export const duplicatesPath = '/duplicates'
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
  const title = (
    <h1 className="h1" tabIndex={-1}>
      {texts.title}
    </h1>
  )
  if (phone)
    return (
      <>
        <PhoneBar>
          <Link className={css.back} to="/dashboard" aria-label={shellTexts.back}>
            <IconChevronLeft className="i s24" />
          </Link>
          <Link className={`el grow ${css.parent}`} to="/dashboard">
            {collectionsTexts.dashboard}
          </Link>
          {sort && (
            <Menu label={texts.sort} items={items}>
              {trigger => (
                <IconButton {...trigger} icon={IconDotsVertical} iconClass="s20" label={texts.sort} />
              )}
            </Menu>
          )}
        </PhoneBar>
        <div className={css.head}>
          {title}
          <span className={`num ${css.total}`}>{total}</span>
        </div>
      </>
    )
  return (
    <>
      <Breadcrumb
        crumbs={[
          { label: collectionsTexts.dashboard, to: '/dashboard' },
          { label: texts.title, to: duplicatesPath },
        ]}
      />
      <div className={css.head}>
        {title}
        <span className={`num ${css.total}`}>{total}</span>
        <span className="grow" />
        {sort && (
          <>
            <span className={css.keys} aria-hidden="true">
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
      </div>
    </>
  )
}
