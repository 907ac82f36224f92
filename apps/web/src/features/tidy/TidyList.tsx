import type { UntidyGroup } from '@nestmark/contract/tidy'
import { formatNumber } from '@nestmark/texts/counts'
import { tidyTexts as texts } from '@nestmark/texts/tidy'
import { useState } from 'react'
import { Link } from '../../lib/router/links.tsx'
import { usePhone } from '../../lib/media/media.ts'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconChecks } from '../../ui/icons.ts'
import { ListHead } from '../../ui/lists/ListHead.tsx'
import { LoadError } from '../../ui/progress/LoadError.tsx'
import { LoadingRows } from '../../ui/progress/Skeleton.tsx'
import { VirtualRows } from '../../ui/lists/VirtualRows.tsx'
import css from './Tidy.module.css'
import { GroupKeys } from './TidyGroup.tsx'
import { rowHeights, TidyRow } from './TidyRow.tsx'
import { TidyRows, useLeaving } from './TidyRows.tsx'
import { useLinkItems } from './useTidyItems.ts'

/** All links of a group. Only visible ones are read and rendered. */
export function TidyList({ group }: { group: UntidyGroup }) {
  const phone = usePhone()
  const { isLeaving, leave } = useLeaving()
  const { total, at, pages, error, retry } = useLinkItems(group, leave)
  const [{ first, last }, setRange] = useState({ first: 0, last: 20 })
  const rendered = Array.from({ length: Math.max(0, last + 1 - first) }, (_, nth) => at(first + nth))
  const items = rendered.filter(item => item !== undefined)
  const renderRow = (index: number) => {
    const item = at(index)
    return item && !isLeaving(item.id) && <TidyRow item={item} />
  }
  const { title, line } = texts.groups[group]
  return (
    <>
      <ListHead title={title} path={`/tidy?group=${group}`} total={total ? formatNumber(total) : ''}>
        <GroupKeys name={group} />
      </ListHead>
      <p className={css.about}>
        {line}{' '}
        <Link to="/tidy" className={css.all}>
          {texts.back}
        </Link>
      </p>
      {error ? (
        <LoadError title={texts.failed} error={error} onRetry={retry} />
      ) : total === undefined ? (
        <LoadingRows text={texts.looking} />
      ) : total === 0 ? (
        <EmptyState icon={IconChecks} title={texts.noneOfGroup} />
      ) : (
        <TidyRows items={items.filter(item => !isLeaving(item.id))}>
          <VirtualRows
            count={total}
            height={phone ? rowHeights.phone : rowHeights.wide}
            rowId={index => at(index)?.id}
            onVisibleRange={(from, to) => {
              pages.show(from, to)
              setRange(now => (now.first === from && now.last === to ? now : { first: from, last: to }))
            }}
            row={renderRow}
          />
        </TidyRows>
      )}
    </>
  )
}
