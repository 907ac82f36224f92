import { collectionsTexts } from '@nestmark/texts/collections'
import { Bone, fade, Waiting } from '../../ui/Skeleton.tsx'
import css from './Cards.module.css'

/** The placeholder of a collection grid during the first load. */
export function CollectionSkeleton({ detailed, count = 4 }: { detailed: boolean; count?: number }) {
  return (
    <Waiting text={collectionsTexts.looking}>
      <div className={css.grid}>
        {Array.from({ length: count }, (_, nth) => (
          <span key={nth} style={{ opacity: fade(nth) }}>
            <Bone style={{ height: detailed ? 172 : 54, borderRadius: detailed ? 12 : 10 }} />
          </span>
        ))}
      </div>
    </Waiting>
  )
}
