import { classes } from '../../../ui/classes.ts'
import { toCategoryLook } from '../../../ui/marks/categories.ts'
import css from './Cards.module.css'

const lineOffsets = [0, 7, 14]

/**
 * Draws the pictures of a detailed card and its rim, with a line for each level of descendants, at most three. Without
 * pictures an egg is empty, or in the colour of the category that most links have.
 * @param counts the number of links of each category, with those of all descendants
 */
export function CardPreview({
  thumbnails,
  levels,
  counts,
}: {
  thumbnails: readonly string[]
  levels: number
  counts: readonly number[]
}) {
  const lineCount = Math.max(1, Math.min(levels, 3))
  return (
    <>
      <div aria-hidden="true">
        {thumbnails.length === 0 && <CardEgg counts={counts} />}
        {thumbnails.slice(0, 3).map(address => (
          <div key={address} className={css.thumb}>
            <img src={address} alt="" loading="lazy" draggable={false} />
          </div>
        ))}
      </div>
      <svg className={css.rim} viewBox="0 0 280 98" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 2C62 36 218 36 280 2V98H0z" />
        {lineOffsets.slice(0, lineCount).map((offset, level) => (
          <path
            key={offset}
            vectorEffect="non-scaling-stroke"
            opacity={1 - level * 0.25}
            d={`M0 ${2 + offset}C62 ${36 + offset * 0.86} 218 ${36 + offset * 0.86} 280 ${2 + offset}`}
          />
        ))}
      </svg>
    </>
  )
}

/**
 * Shows the egg of a card without pictures: dashed in an empty collection, else with the category that most links
 * have.
 * @param counts the number of links of each category
 */
function CardEgg({ counts }: { counts: readonly number[] }) {
  const most = Math.max(0, ...counts)
  if (most === 0) return <span className={css.noPictures} />
  const { icon: Glyph, className } = toCategoryLook(counts.indexOf(most) + 1)
  return (
    <span className={classes(css.noPictures, 'centre', css.egg, className)}>
      <Glyph className="i s18" />
    </span>
  )
}
