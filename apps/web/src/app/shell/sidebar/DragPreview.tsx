import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { linksTexts } from '@nestmark/texts/links/links'
import { useEffect, useRef } from 'react'
import { type Drag, drag } from '../../../lib/lists/drag.ts'
import { useStore } from '../../../lib/store.ts'
import { classes } from '../../../ui/classes.ts'
import { IconFolder, IconLink } from '../../../ui/icons.ts'
import css from './DragPreview.module.css'

function formatDragged({ links, collections, every }: Drag): string {
  if (every) return linksTexts.count(every.count, every.more)
  const only = links.length + collections.length === 1 ? (links[0] ?? collections[0]) : undefined
  if (only) return only.name
  return links.length > 0 ? linksTexts.count(links.length) : collectionsTexts.collections(collections.length)
}

/** Shows the dragged items and the drop target next to the pointer. */
export function DragPreview() {
  const state = useStore(drag)
  const preview = useRef<HTMLDivElement>(null)
  // The operating system draws the picture of dragged files.
  const dragging = state !== null && !state.files
  useEffect(() => {
    if (!dragging) return
    // Moved without a rendering, because this runs for every pointer move.
    const onDragOver = (event: DragEvent) => {
      if (preview.current) preview.current.style.transform = formatTransform(event.clientX, event.clientY)
    }
    const onEnd = () => drag.set(null)
    const ending = new AbortController()
    const { signal } = ending
    document.addEventListener('dragover', onDragOver, { signal })
    document.addEventListener('dragend', onEnd, { signal })
    document.addEventListener('drop', onEnd, { signal })
    return () => ending.abort()
  }, [dragging])
  if (!state || state.files) return null
  return (
    <div
      ref={preview}
      className={`row g12 ${css.preview}`}
      style={{ transform: formatTransform(state.x, state.y) }}
      aria-hidden="true"
    >
      <span className={`centre t3 rigid ${css.picture}`}>
        {state.picture ? (
          <img src={state.picture} alt="" />
        ) : state.links.length > 0 || state.every ? (
          <IconLink className="i" />
        ) : (
          <IconFolder className="i" />
        )}
      </span>
      <div className="grow">
        <div className="el w560" dir="auto">
          {formatDragged(state)}
        </div>
        {/* A reason is read in full, and a name can be long. */}
        <div className={classes('text12 t3', !state.over?.problem && 'el')}>
          {!state.over
            ? collectionsTexts.moveButton
            : state.over.problem
              ? collectionsTexts.dropProblems[state.over.problem]
              : collectionsTexts.moveTo(state.over.name)}
        </div>
      </div>
    </div>
  )
}

function formatTransform(x: number, y: number): string {
  return `translate(${x + 12}px, ${y + 10}px) rotate(-1.2deg)`
}
