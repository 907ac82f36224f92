import type { Link, Collection } from '@nestmark/contract/shapes'
import { favouritesTexts as texts } from '@nestmark/texts/links/favourites'
import {
  useFavouriteCollections,
  formatCollectionName,
  useFavouriteCollection,
} from '../features/collections/data.ts'
import { useDashboardLinks } from '../features/links/data.ts'
import { LinkBulk } from '../features/links/list/tools/LinkBulk.tsx'
import { LinkList } from '../features/links/list/LinkList.tsx'
import { FilterChips } from '../features/links/list/tools/LinkFilter.tsx'
import { LinkPhoneTools } from '../features/links/list/tools/LinkPhoneTools.tsx'
import { LinksEmpty } from '../features/links/list/LinksEmpty.tsx'
import { LinkTools } from '../features/links/list/tools/LinkTools.tsx'
import {
  isFiltered,
  type LinkQuery,
  toLimitKind,
  toLinkSet,
  useListQuery,
} from '../features/links/listQuery.ts'
import { usePhone } from '../lib/media/media.ts'
import { useMe, useView } from '../features/session/data.ts'
import type { Pages } from '../lib/api/pages.ts'
import { useSelection } from '../lib/lists/selection.ts'
import { useTab } from '../lib/browser/tab.ts'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { IconStar, IconStarFilled } from '../ui/icons.ts'
import { TabbedPage } from './TabbedPage.tsx'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { IconButton } from '../ui/fields/Button.tsx'
import { CompactCard } from '../features/collections/cards/CompactCard.tsx'
import { CompactGrid } from '../features/collections/cards/CompactGrid.tsx'
import { useSharedTree } from '../features/collections/useSharedTree.ts'

/** /favourites: favourite collections and links. */
export default function FavouritesPage() {
  const [tab, setTab] = useTab(['collections', 'links'])
  const me = useMe()
  const collections = useFavouriteCollections()
  const { query, change, clear } = useListQuery()
  const favouriteQuery = { ...query, favourite: true }
  const links = useDashboardLinks(favouriteQuery)
  return (
    <TabbedPage
      id="favourites"
      title={texts.title}
      label={texts.tabs}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'collections', label: texts.collections, count: me?.favourite_folders.length },
        { value: 'links', label: texts.links, count: links.total },
      ]}
    >
      {tab === 'collections' ? (
        <FavouriteCollections pages={collections} />
      ) : (
        <FavouriteLinks pages={links} query={favouriteQuery} onQuery={change} onClear={clear} />
      )}
    </TabbedPage>
  )
}

/** Lists the favourite collections, each with a button that removes the mark. */
function FavouriteCollections({ pages }: { pages: Pages<Collection> }) {
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

function FavouriteLinks({
  pages,
  query,
  onQuery,
  onClear,
}: {
  pages: Pages<Link>
  query: LinkQuery
  onQuery: (change: Partial<LinkQuery>) => void
  onClear: () => void
}) {
  const { view } = useView()
  const phone = usePhone()
  const set = toLinkSet(query)
  const selection = useSelection<Link>(JSON.stringify(set))
  const Tools = phone ? LinkPhoneTools : LinkTools
  const searched = isFiltered({ ...query, favourite: false })
  const shown = { ...query, favourite: undefined }
  return (
    <>
      {(searched || pages.total !== 0) && (
        <>
          <Tools wide allFavourites query={shown} onQuery={onQuery} selection={selection} />
          <FilterChips query={shown} onQuery={onQuery} />
        </>
      )}
      <div style={{ marginTop: 12 }}>
        <LinkList
          pages={pages}
          view={view.links}
          showsCollection
          query={query}
          set={set}
          selection={selection}
          empty={
            searched ? (
              <LinksEmpty
                limitedBy={toLimitKind({ ...query, favourite: false })}
                canAdd={false}
                onClear={onClear}
              />
            ) : (
              <EmptyState icon={IconStar} title={texts.noLinks} line={texts.noLinksLine} />
            )
          }
        />
      </div>
      <LinkBulk pages={pages} selection={selection} set={set} />
    </>
  )
}
