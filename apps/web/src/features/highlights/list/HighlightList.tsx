import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import { highlightMatches } from '@nestmark/core/words/highlightMatches'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { type ReactNode, useMemo, useRef } from 'react'
import type { Pages } from '../../../lib/api/pages.ts'
import { usePhone } from '../../../lib/media/media.ts'
import { useSelection } from '../../../lib/lists/selection.ts'
import { LoadError } from '../../../ui/progress/LoadError.tsx'
import { MarksContext } from '../../../ui/marks/Marks.tsx'
import { LoadingState, SkeletonBox, skeletonOpacity } from '../../../ui/progress/Skeleton.tsx'
import { VariableRows } from '../../../ui/lists/VariableRows.tsx'
import type { ChosenHighlight } from './chosenHighlights.ts'
import { useWaitingChanges } from '../data.ts'
import { useHighlightActions } from '../highlightActions.ts'
import { HighlightBulk } from './HighlightBulk.tsx'
import { HighlightGroup } from './HighlightGroup.tsx'
import css from './HighlightGroup.module.css'
import { type HighlightQuery, isNarrowed, toHighlightsPath } from './highlightQuery.ts'
import { ListContext } from './listContext.ts'
import { moveFocusOnRemoval, useHighlightKeys } from './useHighlightKeys.ts'

/** The estimated height of a page with its highlights in pixels: in a wide window and on a phone. */
const estimates = { wide: 210, phone: 330 }

/** Lists highlights by page. Only pages near the window are read and rendered. */
export function HighlightList({
  query,
  pages,
  empty,
}: {
  query: HighlightQuery
  pages: Pages<HighlightPage>
  /** Shown when there is nothing to list. */
  empty: ReactNode
}) {
  const phone = usePhone()
  const list = useRef<HTMLDivElement>(null)
  const onDeleted = (ids: readonly string[]) => moveFocusOnRemoval(list.current, ids)
  const actions = useHighlightActions(onDeleted)
  const selection = useSelection<ChosenHighlight>(toHighlightsPath(query))
  const onKeyDown = useHighlightKeys(list, actions, selection)
  const waiting = useWaitingChanges()
  const { total, at, show } = pages
  const { input, type } = query
  const split = useMemo(
    () =>
      input === '' ? null : (text: string) => highlightMatches(text, type === 1 ? toHostWords(input) : input),
    [input, type],
  )
  if (pages.error) return <LoadError title={texts.failed} error={pages.error} onRetry={pages.retry} />
  if (total === undefined)
    return (
      <div style={{ marginTop: 22 }}>
        <LoadingState text={texts.looking}>
          {[0, 1, 2].map(index => (
            <HighlightSkeleton key={index} index={index} />
          ))}
        </LoadingState>
      </div>
    )
  if (total === 0) return empty
  const renderGroup = (index: number) => {
    const group = at(index)
    return group ? <HighlightGroup group={group} actions={actions} /> : <HighlightSkeleton index={index} />
  }
  return (
    <MarksContext value={split}>
      <ListContext value={{ waiting, isNarrowed: isNarrowed(query), selection }}>
        {/* The keys act on the row that has the focus. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div ref={list} onKeyDown={onKeyDown}>
          <VariableRows
            name={`${toHighlightsPath(query)} ${phone}`}
            count={total}
            estimate={phone ? estimates.phone : estimates.wide}
            rowId={index => at(index)?._id}
            onVisibleRange={show}
            row={renderGroup}
          />
        </div>
        <HighlightBulk selection={selection} onDeleted={onDeleted} />
      </ListContext>
    </MarksContext>
  )
}

/** Returns the part of a searched address that the list shows: its host. */
function toHostWords(input: string): string {
  return input.replace(/^[a-z]+:\/\/(www\.)?/i, '').split('/')[0] ?? ''
}

const widths = [
  ['96%', '90%', '52%'],
  ['92%', '94%', '38%'],
  ['88%', '72%', '60%'],
] as const

/** The place of a page with highlights that is loading. */
function HighlightSkeleton({ index }: { index: number }) {
  return (
    <div className={css.group} style={{ opacity: skeletonOpacity((index % 3) * 2) }} aria-hidden="true">
      <div className={css.skeletonPage}>
        <SkeletonBox style={{ width: 72, height: 45, borderRadius: 6 }} />
        <SkeletonBox style={{ width: 150, height: 10, marginTop: 12 }} />
      </div>
      <div className={css.skeletonList}>
        {widths[index % 3]?.map(width => (
          <SkeletonBox key={width} style={{ width, maxWidth: 560, height: 12, marginTop: 12 }} />
        ))}
      </div>
    </div>
  )
}
