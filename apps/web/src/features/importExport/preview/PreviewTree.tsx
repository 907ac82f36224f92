import type { ImportPreview } from '@nestmark/contract/transfer/importPreview'
import { formatNumber } from '@nestmark/texts/counts'
import { importPreviewTexts as texts } from '@nestmark/texts/transfer/importPreview'
import { useState } from 'react'
import { usePhone } from '../../../lib/media/media.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { IconChevronRight } from '../../../ui/icons.ts'
import shared from './ImportPreview.module.css'
import css from './PreviewTree.module.css'
import { firstLevels, listRows, type TreeRow } from './previewRows.ts'

/** The height of the list at most, in pixels. */
const boxHeight = 460
/** Rows outside the visible part that are rendered. */
const overscan = 6

/**
 * The collections that there will be, with the number of links that they get. Folders are folded and left out here; only the
 * visible rows are rendered.
 */
export function PreviewTree({
  preview: { tree, folders, top },
  onLeaveOut,
}: {
  preview: ImportPreview
  /** Receives a folder of the file that is to be left out, or imported after all. */
  onLeaveOut: (place: number, isOut: boolean) => void
}) {
  const rowHeight = usePhone() ? 44 : 27
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set())
  const [openLevels, setOpenLevels] = useState(firstLevels)
  const [scrollTop, setScrollTop] = useState(0)
  const rows = listRows(tree, toggled, openLevels)
  const isEachOpen = rows.every(row => row.isOpen || !row.hasChildren)
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan)
  const last = Math.min(rows.length, Math.ceil((scrollTop + boxHeight) / rowHeight) + overscan)
  const shown = rows.slice(first, last)
  const toggle = (place: number) =>
    setToggled(now => {
      const next = new Set(now)
      if (!next.delete(place)) next.add(place)
      return next
    })
  if (tree.length === 0 && top === 0) return null
  return (
    <section>
      <div className="row apart">
        <h2 className={shared.heading}>{texts.tree}</h2>
        {rows.some(row => row.hasChildren) && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              setToggled(new Set())
              setOpenLevels(isEachOpen ? 0 : Infinity)
            }}
          >
            {isEachOpen ? texts.foldAll : texts.openAll}
          </Button>
        )}
      </div>
      {tree.length > 0 && (
        <ul
          className={css.tree}
          aria-label={texts.tree}
          style={{
            maxHeight: boxHeight,
            paddingTop: first * rowHeight,
            paddingBottom: (rows.length - last) * rowHeight,
          }}
          onScroll={event => setScrollTop(event.currentTarget.scrollTop)}
        >
          {shown.map((row, at) => (
            <PreviewFolder
              key={row.place}
              row={row}
              height={rowHeight}
              position={[first + at + 1, rows.length]}
              onToggle={() => toggle(row.place)}
              onLeaveOut={onLeaveOut}
            />
          ))}
        </ul>
      )}
      {folders > tree.length && <p className={shared.secondary}>{texts.more(folders - tree.length)}</p>}
      {top > 0 && <p className={shared.secondary}>{texts.directly(top)}</p>}
    </section>
  )
}

function PreviewFolder({
  row: { name, level, links, joins, place, left_out: isOut = false, hasChildren, isOpen },
  height,
  position,
  onToggle,
  onLeaveOut,
}: {
  row: TreeRow
  height: number
  position: readonly [nth: number, all: number]
  onToggle: () => void
  onLeaveOut: (place: number, isOut: boolean) => void
}) {
  return (
    <li
      className="row g8"
      aria-posinset={position[0]}
      aria-setsize={position[1]}
      style={{ height, paddingInlineStart: `${Math.min(level, 12) * 14}px` }}
      data-out={isOut || undefined}
    >
      {hasChildren ? (
        <button
          type="button"
          className={`inline t3 rigid ${css.fold}`}
          aria-expanded={isOpen}
          aria-label={texts.fold(name)}
          onClick={onToggle}
        >
          <IconChevronRight className="i s14" />
        </button>
      ) : (
        <span className={`inline t3 rigid ${css.fold}`} />
      )}
      <span className="el grow" dir="auto">
        {name}
      </span>
      {joins && <span className={`nw f12 ${css.joins}`}>{texts.joins}</span>}
      <span className="num">{isOut ? texts.isOut : `${joins ? '+' : ''}${formatNumber(links)}`}</span>
      <Checkbox
        small
        label={texts.importFolder(name)}
        checked={!isOut}
        onChange={() => onLeaveOut(place, !isOut)}
      />
    </li>
  )
}
