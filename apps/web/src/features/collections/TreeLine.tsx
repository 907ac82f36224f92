import { collectionsTexts } from '@nestmark/texts/collections'
import { outboxTexts } from '@nestmark/texts/outbox'
import { uiTexts } from '@nestmark/texts/ui'
import { formatNumber } from '@nestmark/texts/counts'
import { type CSSProperties, type MouseEvent, useEffect, useEffectEvent } from 'react'
import { drag, useDragSource, useDropTarget } from '../../lib/drag.ts'
import { isLocalId } from '../../lib/outbox/localIds.ts'
import { useStoreSelector } from '../../lib/store.ts'
import { classes } from '../../ui/classes.ts'
import { IconChevronRight, IconClock, IconDots } from '../../ui/icons.ts'
import { shownName } from './data.ts'
import { deepestIndent, type TreeRow } from './tree.ts'
import css from './Tree.module.css'
import { treeLinePaths, treeLineWidth } from './treeLines.ts'

/** Renders one row of the tree. */
export function TreeLine({
  row,
  parent,
  start,
  height,
  touch,
  mode,
  current,
  onWay,
  leadsOn,
  lit,
  disabled,
  fixed,
  tabbed,
  pathOf: buildPath,
  onToggle,
  onGo,
  onMenu,
}: {
  row: TreeRow
  parent: string | null
  start: number
  height: number
  touch: boolean
  mode: 'go' | 'pick'
  current: boolean
  onWay: boolean
  leadsOn: boolean
  lit: number
  disabled: boolean
  /** Disables drag and drop, for shared collections. */
  fixed: boolean
  tabbed: boolean
  pathOf: () => string[]
  onToggle: () => void
  onGo: () => void
  /** Opens the menu at a point, in pixels of the window. */
  onMenu: ((x: number, y: number) => void) | undefined
}) {
  const name = shownName(row.name)
  const waits = isLocalId(row.id)
  const dragging = useStoreSelector(drag, now => now !== null)
  const source = useStoreSelector(drag, now => now?.collections.some(moved => moved._id === row.id) ?? false)
  const drop = useDropTarget(
    mode === 'go' && dragging && !fixed ? { _id: row.id, name, canAdd: true, path: buildPath() } : null,
  )
  // A drag that stays over a collapsed row expands it.
  const spring = drop.isOver && row.hasChildren && !row.open
  const openUp = useEffectEvent(onToggle)
  useEffect(() => {
    if (!spring) return
    const wait = setTimeout(() => openUp(), 700)
    return () => clearTimeout(wait)
  }, [spring])
  const handle = useDragSource(() =>
    fixed ? null : { links: [], collections: [{ _id: row.id, name, parent }] },
  )
  const twigs = treeLinePaths(row, height, onWay, leadsOn, lit)
  const Element = mode === 'go' ? 'a' : 'div'

  const onClick = (event: MouseEvent) => {
    // A click with Ctrl, Meta or Shift opens the link in a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (!disabled) onGo()
  }
  return (
    <Element
      {...(mode === 'go' ? { href: `/c/${row.id}`, ...handle, ...drop.handlers } : {})}
      role="treeitem"
      data-row={row.id}
      aria-level={row.depth + 1}
      aria-setsize={row.siblings}
      aria-posinset={row.place}
      aria-expanded={row.hasChildren ? row.open : undefined}
      aria-selected={current}
      aria-current={mode === 'go' && current ? 'page' : undefined}
      aria-disabled={disabled || undefined}
      title={name.length > 18 ? name : undefined}
      tabIndex={tabbed ? 0 : -1}
      className={classes(
        css.row,
        touch && css.touch,
        row.open && css.open,
        onWay && css.path,
        current && (mode === 'go' ? css.current : css.picked),
        drop.isOver && css.drop,
        source && css.source,
        disabled && css.disabled,
        waits && css.waits,
      )}
      style={
        { transform: `translateY(${start}px)`, '--d': Math.min(row.depth, deepestIndent) } as CSSProperties
      }
      onClick={onClick}
      onContextMenu={event => {
        if (!onMenu || waits) return
        event.preventDefault()
        const box = event.currentTarget.getBoundingClientRect()
        const { clientX: x, clientY: y, buttons } = event
        // The menu key sends no pointer position.
        if (x === 0 && y === 0) return onMenu(box.left + 40, box.bottom)
        // Where `contextmenu` fires on press, the release would count as a click outside and close the menu.
        if (buttons === 0) onMenu(x, y)
        else window.addEventListener('pointerup', () => onMenu(x, y), { once: true })
      }}
    >
      {(row.depth > 0 || row.open) && (
        <svg className={css.twigs} width={treeLineWidth} height={height} aria-hidden="true">
          {twigs.quiet && <path d={twigs.quiet} />}
          {twigs.bright && <path className={css.lit} d={twigs.bright} />}
        </svg>
      )}
      <span
        className={css.caret}
        onClick={event => {
          if (!row.hasChildren) return
          event.preventDefault()
          event.stopPropagation()
          onToggle()
        }}
      >
        {row.hasChildren && <IconChevronRight className="i" />}
      </span>
      <span className={classes('el', css.name)} dir="auto">
        {name}
      </span>
      {waits ? (
        <span className={css.count} title={outboxTexts.waitsInTree}>
          <IconClock className="i s14" />
          <span className="sr"> {outboxTexts.waitsInTree}</span>
        </span>
      ) : (
        <span className={css.count}>
          {formatNumber(row.total)}
          <span className="sr"> {collectionsTexts.linksWord(row.total)}</span>
        </span>
      )}
      {onMenu && !waits && (
        // For the pointer only; the keyboard has its menu key.
        <span
          className={css.more}
          title={uiTexts.more}
          aria-hidden="true"
          onClick={event => {
            event.preventDefault()
            event.stopPropagation()
            const box = event.currentTarget.getBoundingClientRect()
            onMenu(box.left, box.bottom)
          }}
        >
          <IconDots className="i s14" />
        </span>
      )}
    </Element>
  )
}
