/** @jsxImportSource preact */
import { barTexts as texts } from '@nestmark/texts/extension'
import { useRef, useState } from 'preact/hooks'
import { Logo } from '../ui/icons.tsx'

interface Props {
  count: number
  /** Where it is, as a share of the height of the window. */
  share: number
  onPlace: (share: number) => void
  onOpen: () => void
}

/** So far the pointer has to move before it drags, in pixels. */
const dragFrom = 4
const height = 60
const step = 0.05

/** The tab at the edge of a page with highlights. It opens the list, and can be dragged up and down, also by the arrow keys. */
export function EdgeTab({ count, share, onPlace, onOpen }: Props) {
  const [dragged, setDragged] = useState<number | null>(null)
  const startRef = useRef<{ y: number; top: number } | null>(null)
  const toShare = (top: number) => Math.max(0, Math.min(top / (innerHeight - height), 1))
  const topOf = (each: number) => each * (innerHeight - height)
  const end = () => {
    startRef.current = null
    if (dragged === null) return
    setDragged(null)
    onPlace(dragged)
  }
  return (
    <button
      type="button"
      class="edge"
      style={{ top: `${topOf(dragged ?? share)}px` }}
      aria-label={texts.count(count)}
      title={texts.moveTab}
      onClick={event => {
        // The click after a drag is no choice.
        if (event.currentTarget.dataset.dragged) delete event.currentTarget.dataset.dragged
        else onOpen()
      }}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        startRef.current = { y: event.clientY, top: topOf(share) }
      }}
      onPointerMove={event => {
        if (!startRef.current) return
        const moved = event.clientY - startRef.current.y
        if (dragged === null && Math.abs(moved) < dragFrom) return
        event.currentTarget.dataset.dragged = '1'
        setDragged(toShare(startRef.current.top + moved))
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={event => {
        const by = { ArrowUp: -step, ArrowDown: step }[event.key]
        if (by === undefined) return
        event.preventDefault()
        event.stopPropagation()
        onPlace(Math.max(0, Math.min(share + by, 1)))
      }}
    >
      <Logo size={20} />
      {count}
    </button>
  )
}
