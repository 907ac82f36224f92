import { toCategoryLook } from './categories.ts'

const eggPositions: Record<number, { x: number; y: number }[]> = {
  1: [{ x: 16, y: 10.8 }],
  2: [
    { x: 12.9, y: 10.8 },
    { x: 19.1, y: 10.8 },
  ],
  3: [
    { x: 10.7, y: 11.8 },
    { x: 16, y: 10.8 },
    { x: 21.3, y: 11.8 },
  ],
}

/**
 * The icon of a collection: one arc for each level below it, at most three, and one egg for each of its most
 * frequent categories. Without known categories it has one pale egg.
 */
export function CollectionGlyph({
  levels,
  counts,
  size = 32,
}: {
  levels: number
  /** Links by category, in the order image, video, link, note, audio. */
  counts: readonly number[]
  size?: number
}) {
  const eggs = counts
    .map((count, index) => ({ count, code: index + 1 }))
    .filter(egg => egg.count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, 3)
    .sort((a, b) => a.code - b.code)
  const positions = eggPositions[eggs.length || 1] ?? []
  const wide = levels > 1
  const stroke = wide ? 1.5 : 1.25
  return (
    <svg
      width={size}
      height={size}
      viewBox={levels > 2 ? '0 0 32 32' : wide ? '3 3 26 26' : '5.5 4 21 21'}
      fill="none"
      stroke="var(--ink2)"
      strokeWidth={stroke}
      strokeLinecap="round"
      style={{ flex: 'none' }}
      aria-hidden="true"
    >
      {positions.map((position, index) => {
        const egg = eggs[index]
        return (
          <ellipse
            key={position.x}
            className={egg && toCategoryLook(egg.code).className}
            cx={position.x}
            cy={position.y}
            rx="2.9"
            ry="3.7"
            stroke="none"
            fill={egg ? 'var(--cm)' : 'var(--line3)'}
          />
        )
      })}
      <path d="M8.4 14.2a7.3 7.3 0 0 0 14.8-.9" />
      {wide && <path d="M5 13.5a10.7 10.7 0 0 0 21.6.9" />}
      {levels > 2 && <path d="M1.6 12.9a14.1 14.1 0 0 0 28.4 1.3" />}
    </svg>
  )
}
