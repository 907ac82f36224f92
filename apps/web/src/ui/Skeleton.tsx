import type { CSSProperties, ReactNode } from 'react'
import css from './Skeleton.module.css'

/** One pale box where something will stand. */
export function Bone({ style }: { style: CSSProperties }) {
  return <span className={css.bone} style={style} />
}

/** The words of a wait, read out and shown, over boxes of the shape that is coming. */
export function Waiting({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div>
      <span className={css.caption} role="status">
        {text}
      </span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

/** How pale the nth box is: each next one fainter. */
export function fade(place: number): number {
  return Math.max(0.16, 0.94 - place * 0.14)
}
