import type { CSSProperties, ReactNode } from 'react'
import css from './Skeleton.module.css'

/** One box of a loading skeleton. */
export function SkeletonBox({ style }: { style: CSSProperties }) {
  return <span className={css.box} style={style} />
}

/** A visible loading message with a skeleton of the expected content. */
export function LoadingState({
  text,
  isOverlaid = false,
  children,
}: {
  text: string
  /** Shows the message in the first box, so that it takes no height. */
  isOverlaid?: boolean
  children?: ReactNode
}) {
  return (
    <div className={isOverlaid ? `rel ${css.overlaid}` : undefined}>
      <span className={`text12 t3 block ${css.caption}`} role="status">
        {text}
      </span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

/** Returns the opacity of the nth box: each box is fainter than the one before. */
export function skeletonOpacity(index: number): number {
  return Math.max(0.16, 0.94 - index * 0.14)
}

/** The place of a list of rows while it is loading. */
export function LoadingRows({ text }: { text: string }) {
  return (
    <LoadingState text={text}>
      {[0, 1, 2, 3, 4].map(index => (
        <div key={index} style={{ opacity: skeletonOpacity(index), padding: '8px 0' }}>
          <SkeletonBox style={{ height: 36, width: '100%' }} />
        </div>
      ))}
    </LoadingState>
  )
}
