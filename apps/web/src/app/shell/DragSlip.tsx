import { collectionsTexts } from '@nestmark/texts/collections'
import { linksTexts } from '@nestmark/texts/links'
import { useEffect, useRef } from 'react'
import { type Drag, drag } from '../../lib/drag.ts'
import { useStore } from '../../lib/store.ts'
import { IconFolder, IconLink } from '../../ui/icons.ts'
import css from './DragSlip.module.css'

function formatDragged({ links, collections, every }: Drag): string {
  if (every) return linksTexts.count(every.count, every.more)
  const only = links.length + collections.length === 1 ? (links[0] ?? collections[0]) : undefined
  if (only) return only.name
  return links.length > 0 ? linksTexts.count(links.length) : collectionsTexts.collections(collections.length)
}

/** The slip of paper that goes along with a drag and says where it would land. */
export function DragSlip() {
  const now = useStore(drag)
  const slip = useRef<HTMLDivElement>(null)
  const dragging = now !== null
  useEffect(() => {
    if (!dragging) return
    // Moved without React: this runs for every move of the pointer.
    const follow = (event: DragEvent) => {
      if (slip.current) slip.current.style.transform = at(event.clientX, event.clientY)
    }
    const end = () => drag.set(null)
    document.addEventListener('dragover', follow)
    document.addEventListener('dragend', end)
    document.addEventListener('drop', end)
    return () => {
      document.removeEventListener('dragover', follow)
      document.removeEventListener('dragend', end)
      document.removeEventListener('drop', end)
    }
  }, [dragging])
  if (!now) return null
  return (
    <div ref={slip} className={css.slip} style={{ transform: at(now.x, now.y) }} aria-hidden="true">
      <span className={css.picture}>
        {now.picture ? (
          <img src={now.picture} alt="" />
        ) : now.links.length > 0 || now.every ? (
          <IconLink className="i" />
        ) : (
          <IconFolder className="i" />
        )}
      </span>
      <div className="grow">
        <div className={`el ${css.name}`} dir="auto">
          {formatDragged(now)}
        </div>
        <div className={`el ${css.where}`}>
          {now.over ? collectionsTexts.moveTo(now.over.name) : collectionsTexts.moveButton}
        </div>
      </div>
    </div>
  )
}

function at(x: number, y: number): string {
  return `translate(${x + 12}px, ${y + 10}px) rotate(-1.2deg)`
}
