import { toCategory } from '@nestmark/core/media/mediaTypes'
import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { type CSSProperties, useState } from 'react'
import { toMediaType } from '../../lib/uploads/files/prepareFile.ts'
import { categoryLooks } from '../../ui/marks/categories.ts'
import { classes } from '../../ui/classes.ts'
import css from './DropRim.module.css'
import type { PageTarget } from './useUploadTarget.ts'

const maxSlips = 5

/** Returns the part of the page's sheet that is in the window, with its corners. */
function measureSheet(): CSSProperties | undefined {
  const main = document.getElementById('main')
  if (!main) return undefined
  const { left, right, top, bottom } = main.getBoundingClientRect()
  const { borderTopLeftRadius, borderBottomLeftRadius } = getComputedStyle(main)
  const { clientWidth, clientHeight } = document.documentElement
  const atTop = top >= 0 ? borderTopLeftRadius : '0'
  const atBottom = bottom <= clientHeight ? borderBottomLeftRadius : '0'
  return {
    left,
    right: clientWidth - right,
    top: Math.max(0, top),
    bottom: Math.max(0, clientHeight - bottom),
    borderRadius: `${atTop} ${atTop} ${atBottom} ${atBottom}`,
  }
}

/** Shows where the files will go, at the lower edge of the page. */
export default function DropRim({ types, target }: { types: readonly string[]; target: PageTarget }) {
  const [sheet] = useState(measureSheet)
  const categories = types.map(type => {
    const media = toMediaType({ name: '', type })
    return media && toCategory(media)
  })
  // Some systems report no type before the drop.
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
    <div className={classes(css.area, problem !== undefined && css.refused)} style={sheet} role="status">
      <div className={css.rim}>
        <svg viewBox="0 0 1000 232" preserveAspectRatio="none" aria-hidden="true">
          <path className={css.fill} d="M0 0Q500 122 1000 0V232H0Z" />
          <path className={css.edge} d="M0 0Q500 122 1000 0" />
          <path className={css.line} opacity=".55" d="M0 10Q500 132 1000 10" />
          <path className={css.line} opacity=".3" d="M0 20Q500 142 1000 20" />
        </svg>
        {!problem && <Slips categories={categories} />}
        <div className={css.words}>
          <p className={`t1 anywhere ${css.title}`}>
            {problem ?? (isBookmarks ? texts.dropBookmarks : texts.drop(types.length, parentName))}
          </p>
          {!problem && !isBookmarks && (
            <p className={`t2 ${css.details}`}>
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
    <div className={`flex ${css.slips}`} aria-hidden="true">
      {shown.map((category, index) => {
        const look = categoryLooks[(category ?? 3) - 1]
        const Glyph = look?.icon
        const turn = shown.length > 1 ? -7 + (13.5 * index) / (shown.length - 1) : -2
        return (
          <span
            key={index}
            className={classes('centre', css.slip, look?.className)}
            style={{ rotate: `${turn}deg`, animationDelay: `${index * 20}ms` }}
          >
            <b className="centre">{Glyph && <Glyph className="i" />}</b>
          </span>
        )
      })}
    </div>
  )
}
