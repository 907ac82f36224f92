import { duplicateLevels } from '@nestmark/core/addresses/duplicates'

/** An egg with five arcs, of which the first ones are drawn strongly: as many as the level has. */
export function LevelArcs({ level }: { level: number }) {
  return (
    <svg width="46" height="30" viewBox="0 0 46 30" fill="none" strokeLinecap="round" aria-hidden="true">
      <ellipse cx="23" cy="8" rx="4" ry="5.2" fill="currentColor" />
      {duplicateLevels.map((each, at) => (
        <path
          key={each}
          d={`M${15.4 - 3.5 * at} ${10 - 0.2 * at}a${7.6 + 3.5 * at} ${6.8 + 2.6 * at} 0 0 0 ${15.2 + 7 * at} 0`}
          stroke="currentColor"
          strokeWidth="1.5"
          opacity={each <= level ? 1 - 0.13 * at : 0.13}
        />
      ))}
    </svg>
  )
}
