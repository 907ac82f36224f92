import { collectionsTexts as texts } from '@nestmark/texts/collections'
import { useEffect, useRef } from 'react'
import { CollectionMenu } from './CollectionMenu.tsx'
import { nameOf, useCollection } from './data.ts'
import css from './Tree.module.css'

/** Whose menu is wanted, and where: in pixels of the window. Each press is a menu of its own. */
export interface TreeMenuAt {
  id: string
  x: number
  y: number
  press: number
}

/** The menu of a row of the tree. What may be done is read when it is opened; the tree itself knows names alone. */
export function TreeMenu({ at }: { at: TreeMenuAt }) {
  const { data } = useCollection(at.id)
  const point = useRef<HTMLSpanElement>(null)
  const here = data?.folder._id === at.id
  useEffect(() => {
    if (!here) return
    // The menu listens to its button from the next drawing on.
    const wait = requestAnimationFrame(() => point.current?.querySelector('button')?.click())
    return () => cancelAnimationFrame(wait)
  }, [here])
  if (!data || !here) return null
  return (
    <span ref={point}>
      <CollectionMenu collection={data.folder}>
        {trigger => (
          <button
            {...trigger}
            type="button"
            tabIndex={-1}
            className={css.menuPoint}
            style={{ left: at.x, top: at.y }}
            aria-label={texts.actionsOf(nameOf(data.folder))}
          />
        )}
      </CollectionMenu>
    </span>
  )
}
