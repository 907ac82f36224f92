import { toCategory } from '@nestmark/core/media/mediaTypes'
import { uploadTexts as texts } from '@nestmark/texts/uploads'
import { useEffect, useEffectEvent, useState } from 'react'
import { drag } from '../../lib/drag.ts'
import { overlays } from '../../lib/overlay.ts'
import { useStore } from '../../lib/store.ts'
import { toMediaType } from '../../lib/uploads/prepareFile.ts'
import { categoryLooks } from '../../ui/categories.ts'
import { classes } from '../../ui/classes.ts'
import { addDropped } from './addDropped.ts'
import css from './DropArea.module.css'
import { type PageTarget, useUploadTarget } from './useUploadTarget.ts'

const maxSlips = 5

/** Returns the media types of the files that are dragged into the window; null when no files are dragged. */
function readTypes({ dataTransfer }: DragEvent): string[] | null {
  if (!dataTransfer?.types.includes('Files')) return null
  return [...dataTransfer.items].filter(({ kind }) => kind === 'file').map(({ type }) => type)
}

/**
 * Accepts files that are dragged into the window. They go to the collection of the page, or to the card, row or breadcrumb
 * under the pointer.
 */
export function DropArea() {
  const target = useUploadTarget()
  const state = useStore(drag)
  const files = state?.files
  const onEnter = useEffectEvent((event: DragEvent) => {
    const types = readTypes(event)
    // A dialog has its own place for files.
    if (!types || !target || overlays.get().length > 0) return
    event.preventDefault()
    if (!drag.get()) drag.set({ links: [], collections: [], files: { types }, x: 0, y: 0, over: null })
  })
  const onOver = useEffectEvent((event: DragEvent) => {
    if (event.defaultPrevented || !readTypes(event)) return
    // Otherwise the browser would leave the page and open the file.
    event.preventDefault()
    const now = drag.get()
    if (event.dataTransfer)
      event.dataTransfer.dropEffect = now?.files && target?.canAdd && !now.over ? 'copy' : 'none'
  })
  const onDrop = useEffectEvent((event: DragEvent) => {
    if (!drag.get()?.files) return
    const isHandled = event.defaultPrevented
    event.preventDefault()
    drag.set(null)
    if (!isHandled && target?.canAdd) addDropped([...(event.dataTransfer?.files ?? [])], target)
  })
  useEffect(() => {
    const end = () => {
      if (drag.get()?.files) drag.set(null)
    }
    const onLeave = (event: DragEvent) => {
      // Without a related target the pointer has left the window.
      if (event.relatedTarget === null) end()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') end()
    }
    const enter = (event: DragEvent) => onEnter(event)
    const over = (event: DragEvent) => onOver(event)
    const drop = (event: DragEvent) => onDrop(event)
    document.addEventListener('dragenter', enter)
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', onLeave)
    document.addEventListener('drop', drop)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('dragenter', enter)
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', onLeave)
      document.removeEventListener('drop', drop)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
  if (!files || !target || state.over) return null
  return <DropRim types={files.types} target={target} />
}

/** Shows where the files will go, at the lower edge of the page. */
function DropRim({ types, target }: { types: readonly string[]; target: PageTarget }) {
  const [sheet] = useState(() => document.getElementById('main')?.getBoundingClientRect())
  const categories = types.map(type => {
    const media = toMediaType({ name: '', type })
    return media && toCategory(media)
  })
  // Some systems tell no type before the drop.
  const isRefused =
    types.length > 0 && types.every((type, index) => type !== '' && categories[index] === undefined)
  const isBookmarks = types.length === 1 && types[0] === 'text/html'
  const { parentName, canAdd, room } = target
  const problem = !canAdd
    ? texts.cannotAdd
    : isRefused && !isBookmarks
      ? texts.unsupported(types[0]?.split('/')[1] ?? '')
      : undefined
  const counts = new Map<number, number>()
  for (const category of categories) if (category) counts.set(category, (counts.get(category) ?? 0) + 1)
  const kinds = texts.dropKinds(counts)
  return (
    <div
      className={classes(css.area, problem !== undefined && css.refused)}
      style={
        sheet && {
          left: sheet.left,
          right: document.documentElement.clientWidth - sheet.right,
          top: Math.max(0, sheet.top),
        }
      }
      role="status"
    >
      <div className={css.rim}>
        <svg viewBox="0 0 1000 232" preserveAspectRatio="none" aria-hidden="true">
          <path className={css.fill} d="M0 0Q500 122 1000 0V232H0Z" />
          <path className={css.edge} d="M0 0Q500 122 1000 0" />
          <path className={css.line} opacity=".55" d="M0 10Q500 132 1000 10" />
          <path className={css.line} opacity=".3" d="M0 20Q500 142 1000 20" />
        </svg>
        {!problem && <Slips categories={categories} />}
        <div className={css.words}>
          <p className={css.title}>
            {problem ?? (isBookmarks ? texts.dropBookmarks : texts.drop(types.length, parentName))}
          </p>
          {!problem && !isBookmarks && (
            <p className={css.details}>
              {[kinds && `${kinds}.`, texts.dropRoom(room)].filter(Boolean).join(' ')}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

/** One slip of paper for each file, with the icon of its category. */
function Slips({ categories }: { categories: readonly (number | undefined)[] }) {
  const shown = categories.slice(0, maxSlips)
  return (
    <div className={css.slips} aria-hidden="true">
      {shown.map((category, index) => {
        const look = categoryLooks[(category ?? 3) - 1]
        const Glyph = look?.icon
        const turn = shown.length > 1 ? -7 + (13.5 * index) / (shown.length - 1) : -2
        return (
          <span
            key={index}
            className={classes(css.slip, look?.className)}
            style={{ rotate: `${turn}deg`, animationDelay: `${index * 20}ms` }}
          >
            <b>{Glyph && <Glyph className="i" />}</b>
          </span>
        )
      })}
    </div>
  )
}
