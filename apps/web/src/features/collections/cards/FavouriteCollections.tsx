import { favouritesTexts as texts } from '@nestmark/texts/links/favourites'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import type { Collection } from '@nestmark/contract/shapes'
import type { Pages } from '../../../lib/api/pages.ts'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { EmptyState } from '../../../ui/lists/EmptyState.tsx'
import { IconStar, IconStarFilled } from '../../../ui/icons.ts'
import { formatCollectionName, useFavouriteCollection } from '../data.ts'
import { CompactCard } from './CompactCard.tsx'
import { CompactGrid } from './CompactGrid.tsx'
import { useSharedTree } from '../useSharedTree.ts'

/** Lists the favourite collections, each with a button that removes the mark. */
export function FavouriteCollections({ pages }: { pages: Pages<Collection> }) {
  const setFavourite = useFavouriteCollection()
  const shared = useSharedTree({ writable: false })
  const renderCard = (collection: Collection) => (
    <CompactCard
      key={collection._id}
      collection={collection}
      to={`/c/${collection._id}`}
      owner={collection.owner_name}
      sharedEntry={shared?.entries.get(collection._id)}
    >
      <IconButton
        small
        iconClass=""
        active={collection.favourite === 1}
        icon={collection.favourite ? IconStarFilled : IconStar}
        label={texts.remove(formatCollectionName(collection))}
        onClick={() =>
          setFavourite.mutate({ folder_id: collection._id, is_fav: collection.favourite ? 0 : 1 })
        }
      />
    </CompactCard>
  )
  return (
    <CompactGrid
      pages={pages}
      loadingText={collectionsTexts.looking}
      errorTitle={texts.failed}
      empty={<EmptyState icon={IconStar} title={texts.noCollections} line={texts.noCollectionsLine} />}
      renderCard={renderCard}
    />
  )
}
