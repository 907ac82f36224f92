import type { Collection } from '@nestmark/contract/shapes'
import { type ReactNode, useCallback } from 'react'
import type { Pages } from '../../../lib/api/pages.ts'
import { LoadError } from '../../../ui/progress/LoadError.tsx'
import { SkeletonBox, skeletonOpacity, LoadingState } from '../../../ui/progress/Skeleton.tsx'
import { VirtualRows } from '../../../ui/lists/VirtualRows.tsx'
import { cardGap, useColumns } from './useColumns.ts'

const defaultHeight = 58

/** Shows a list of collections as a grid, of any length. Only visible rows are read and rendered. */
export function CompactGrid<Shown extends Collection>({
  pages,
  loadingText,
  errorTitle,
  empty,
  cardHeight = defaultHeight,
  renderCard,
}: {
  pages: Pages<Shown>
  /** The text for screen readers during the first load. */
  loadingText: string
  errorTitle: string
  empty: ReactNode
  /** In pixels. */
  cardHeight?: number
  renderCard: (collection: Shown) => ReactNode
}) {
  const { box, columns } = useColumns()
  const { total, at, show } = pages
  const onVisibleRange = useCallback(
    (first: number, last: number) => show(first * columns, (last + 1) * columns - 1),
    [show, columns],
  )
  if (pages.error) return <LoadError title={errorTitle} error={pages.error} onRetry={pages.retry} />
  if (total === 0) return empty
  const style = {
    display: 'grid',
    gridTemplateColumns: `repeat(${columns || 4}, minmax(0, 1fr))`,
    gap: cardGap,
  }
  const renderRow = (row: number) => (
    <div style={style}>
      {Array.from({ length: Math.min(columns, (total ?? 0) - row * columns) }, (_, i) => {
        const collection = at(row * columns + i)
        return collection ? renderCard(collection) : <div key={row * columns + i} />
      })}
    </div>
  )
  return (
    <div ref={box}>
      {total === undefined || columns === 0 ? (
        <LoadingState text={loadingText}>
          <div style={style}>
            {Array.from({ length: columns || 4 }, (_, nth) => (
              <span key={nth} style={{ opacity: skeletonOpacity(nth) }}>
                <SkeletonBox style={{ height: cardHeight, borderRadius: 10 }} />
              </span>
            ))}
          </div>
        </LoadingState>
      ) : (
        <VirtualRows
          count={Math.ceil(total / columns)}
          height={cardHeight + cardGap}
          onVisibleRange={onVisibleRange}
          row={renderRow}
        />
      )}
    </div>
  )
}
