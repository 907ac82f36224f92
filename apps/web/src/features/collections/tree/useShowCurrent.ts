import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { TreeRow } from './tree.ts'

/**
 * Expands the path to the current collection and scrolls to its row, once for each collection.
 * @param path the IDs of the ancestors and of the current collection; empty without one
 * @param isKnown whether the tree contains the current collection
 * @param expandsCurrent expands the current collection too, not only its ancestors
 * @param reveal scrolls to a row with some rows around it
 */
export function useShowCurrent({
  current,
  isKnown,
  path,
  rows,
  expandsCurrent,
  onExpand,
  reveal,
}: {
  current: string | undefined
  isKnown: boolean
  path: readonly string[]
  rows: readonly TreeRow[]
  expandsCurrent: boolean
  onExpand: (ids: string[], expanded: boolean) => void
  reveal: (rowIndex: number, margin: number) => void
}): void {
  const expandPath = useEffectEvent(() => {
    if (path.length > 0) onExpand(expandsCurrent ? [...path] : path.slice(0, -1), true)
  })
  useEffect(() => {
    if (current !== undefined && isKnown) expandPath()
  }, [current, isKnown])

  const currentIndex = useMemo(() => rows.findIndex(row => row.id === current), [rows, current])
  const shown = useRef<string>(undefined)
  // Reveals the row with five rows around it: its children and siblings.
  const revealCurrent = useEffectEvent(() => reveal(currentIndex, 5))
  const row = rows[currentIndex]
  const isExpanding = expandsCurrent && row !== undefined && row.hasChildren && !row.expanded
  useEffect(() => {
    if (currentIndex < 0 || isExpanding || shown.current === current) return
    shown.current = current
    revealCurrent()
  }, [currentIndex, current, isExpanding])
}
