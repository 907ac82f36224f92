import { memo } from 'react'
import { classes } from '../classes.ts'
import css from './PlaceholderImage.module.css'

const patterns = [css.s0, css.s1, css.s2, css.s3, css.s4, css.s5]

function hash(text: string): number {
  let value = 2166136261
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 16777619)
  return value >>> 0
}

/** Returns the specks as one path: separate ellipses would be 44 elements per card. */
function drawSpecks(seed: number): string {
  let state = seed || 1
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  let path = ''
  for (let speck = 0; speck < 44; speck++) {
    const x = Math.round(next() * 320)
    const y = Math.round(next() * 200)
    const rx = Math.round((0.6 + next() ** 2 * 2.5) * 10) / 10
    const ry = Math.round(rx * 7.5) / 10
    path += `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${rx * 2} 0a${rx} ${ry} 0 1 0 ${-rx * 2} 0z`
  }
  return path
}
const speckPaths = [11, 23, 37, 53, 71, 97].map(drawSpecks)

/**
 * The placeholder for a link without a picture: a pattern chosen by its host, with the first letter of the
 * host.
 */
export const PlaceholderImage = memo(function PlaceholderImage({
  host,
  size,
}: {
  host: string
  size?: 'small' | 'medium' | undefined
}) {
  const pattern = hash(host) % 6
  const letter = [...host][0]?.toLocaleUpperCase() ?? '·'
  return (
    <span
      className={classes(
        'centre',
        css.placeholder,
        patterns[pattern],
        size === 'small' && css.small,
        size === 'medium' && css.medium,
      )}
      aria-hidden="true"
    >
      <svg className={css.specks} viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice">
        <path d={speckPaths[pattern]} />
      </svg>
      <span className={`centre rel ${css.letter}`}>{letter}</span>
    </span>
  )
})

/** The specks of an eggshell without its colour. */
export function Specks({ className }: { className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path d={speckPaths[0]} />
    </svg>
  )
}
