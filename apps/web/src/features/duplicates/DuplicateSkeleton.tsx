import { duplicateTexts as texts } from '@nestmark/texts/links/duplicates'
import type { CSSProperties } from 'react'
import { LoadingState, SkeletonBox, skeletonOpacity } from '../../ui/progress/Skeleton.tsx'
import css from './DuplicateGroup.module.css'

/** The place of the list while it is loading: two groups. */
export function DuplicateSkeleton() {
  return (
    <div className={css.skeleton}>
      <LoadingState text={texts.looking}>
        {[0, 1].map(nth => (
          <div key={nth} style={{ marginTop: 18, opacity: skeletonOpacity(nth * 3) }}>
            <SkeletonBox style={{ width: 320, maxWidth: '70%', height: 14 }} />
            <div className={css.tiles} style={{ '--nm-columns': 3, marginTop: 12 } as CSSProperties}>
              {[0, 1, 2].slice(nth).map(tile => (
                <SkeletonBox key={tile} style={{ height: 100, borderRadius: 10 }} />
              ))}
            </div>
          </div>
        ))}
      </LoadingState>
    </div>
  )
}
