import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import type { Pages } from '../../lib/api/pages.ts'
import { IconButton } from '../../ui/fields/Button.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconLeave, IconUsers } from '../../ui/icons.ts'
import { formatCollectionName } from '../collections/data.ts'
import { CompactCard } from '../collections/cards/CompactCard.tsx'
import { CompactGrid } from '../collections/cards/CompactGrid.tsx'
import { useSharedTree } from '../collections/useSharedTree.ts'
import css from './SharedCollections.module.css'
import type { SharedCollection } from './sharedWithMe.ts'

/** Lists the collections that others share with the user, each with its owner and a leave button. */
export function SharedCollections({ pages }: { pages: Pages<SharedCollection> }) {
  const tree = useSharedTree({ writable: false })
  const renderCard = (collection: Collection) => {
    const shared = collection as SharedCollection
    return (
      <CompactCard
        key={shared._id}
        collection={shared}
        to={`/c/${shared._id}`}
        owner={shared.owner_name}
        sharedEntry={tree?.entries.get(shared._id)}
        badge={
          <span className={`rigid nw w560 ${css.role}`}>
            {shared.type === 'write' ? texts.canWrite : texts.canRead}
          </span>
        }
      >
        <IconButton
          small
          iconClass=""
          icon={IconLeave}
          label={texts.leaveTitle(formatCollectionName(shared))}
          tip={texts.leave}
          onClick={() => openOverlay('leave', { collection: shared })}
        />
      </CompactCard>
    )
  }
  return (
    <CompactGrid
      pages={pages}
      loadingText={texts.looking}
      errorTitle={collectionsTexts.failed}
      empty={<EmptyState icon={IconUsers} title={texts.none} line={texts.noneLine} />}
      renderCard={renderCard}
    />
  )
}
