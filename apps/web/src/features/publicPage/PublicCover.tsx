import css from './PublicCover.module.css'

/** The distance of the rim's lines, in pixels. */
const lineOffsets = [0, 7, 14]

/**
 * Shows the cover of a public collection, or its newest pictures side by side, clipped by a rim with a line for
 * each level of descendants, at most three.
 */
export function PublicCover({ pictures, levels }: { pictures: readonly string[]; levels: number }) {
  const lines = lineOffsets.slice(0, Math.max(1, Math.min(levels, lineOffsets.length)))
  return (
    <div
      className={`flex rel ${css.cover}`}
      data-empty={pictures.length === 0 ? '' : undefined}
      aria-hidden="true"
    >
      {pictures.map(address => (
        <img key={address} src={address} alt="" draggable={false} />
      ))}
      <svg className={css.rim} viewBox="0 0 1440 92" preserveAspectRatio="none">
        <path d="M0 0C420 92 1020 92 1440 0V92H0z" />
        {lines.map((offset, level) => (
          <path
            key={offset}
            vectorEffect="non-scaling-stroke"
            opacity={1 - level * 0.3}
            d={`M0 ${offset}C420 ${92 + offset * 0.6} 1020 ${92 + offset * 0.6} 1440 ${offset}`}
          />
        ))}
      </svg>
    </div>
  )
}
