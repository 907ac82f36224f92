import type { BreadcrumbEntry, Collection, Link } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections'
import { linksTexts } from '@nestmark/texts/links'
import { lazy, Suspense } from 'react'
import { CollectionGrid } from '../features/collections/CollectionGrid.tsx'
import { CollectionBulk } from '../features/collections/CollectionBulk.tsx'
import { toBreadcrumb, formatCollectionName, useSubcollections } from '../features/collections/data.ts'
import { FolderSort } from '../features/collections/FolderSort.tsx'
import { useFolderSort } from '../features/collections/manualOrder.ts'
import { SubcollectionCarousel } from '../features/collections/SubcollectionCarousel.tsx'
import { SelectModeButton } from '../ui/SelectModeButton.tsx'
import { ViewSwitch } from '../features/collections/ViewSwitch.tsx'
import { useCollectionLinks } from '../features/links/data.ts'
import { isFiltered, toLinkSet, useListQuery } from '../features/links/listQuery.ts'
import { FilterChips } from '../features/links/LinkFilter.tsx'
import { LinkBulk } from '../features/links/LinkBulk.tsx'
import { LinkList } from '../features/links/LinkList.tsx'
import { LinksEmpty } from '../features/links/LinksEmpty.tsx'
import { LinkPhoneTools } from '../features/links/LinkPhoneTools.tsx'
import { LinkTools } from '../features/links/LinkTools.tsx'
import { useMe, useView } from '../features/session/data.ts'
import { SuggestButton } from '../features/suggestions/SuggestButton.tsx'
import { usePhone } from '../lib/media.ts'
import { openOverlay } from '../lib/overlay.ts'
import { useSelection } from '../lib/selection.ts'
import { Breadcrumb } from '../ui/Breadcrumb.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconFolderPlus, IconPlus } from '../ui/icons.ts'
import { Page } from '../ui/Page.tsx'
import { SectionHead } from '../ui/Section.tsx'
import { CollectionActions, CollectionPhoneBar } from './CollectionHead.tsx'
import css from './CollectionPage.module.css'

/** Loaded separately, because few users receive an offer. */
const Offers = lazy(() => import('../features/share/Offers.tsx'))

/** The content of a loaded collection: name, description, subcollections and links. */
export function CollectionContent({
  folder,
  breadcrumb,
}: {
  folder: Collection
  breadcrumb: readonly BreadcrumbEntry[]
}) {
  const { view } = useView()
  const me = useMe()
  const phone = usePhone()
  const { query, change, clear } = useListQuery()
  const set = toLinkSet(query, folder._id)
  const linkSelection = useSelection<Link>(JSON.stringify(set))
  const collectionSelection = useSelection<Collection>()
  const [sort, setSort] = useFolderSort()
  const subcollections = useSubcollections(folder._id, sort)
  const pages = useCollectionLinks(folder._id, query)

  const crumbs = toBreadcrumb(breadcrumb, folder.role === 'owner' ? me?.root_folder : undefined)
  const path = folder.is_root
    ? [...crumbs, { label: formatCollectionName(folder), to: `/c/${folder._id}` }]
    : crumbs
  const parent = path.at(-2) ?? { label: texts.dashboard, to: '/dashboard' }
  // A filter does not change the collection's own count, so it is shown too.
  const formatCount = (shown: number) =>
    isFiltered(query)
      ? query.sub
        ? linksTexts.count(folder.links_count)
        : linksTexts.countOf(shown, folder.links_count)
      : linksTexts.count(shown)
  const hasSubcollections = (subcollections.total ?? folder.folder_count) > 0
  const hasLinks = (pages.total ?? folder.links_count) > 0 || isFiltered(query)
  const empty = !hasSubcollections && !hasLinks
  const name = formatCollectionName(folder)
  const Tools = phone ? LinkPhoneTools : LinkTools
  const tools = {
    query,
    selection: linkSelection,
    canSelect: folder.can.add,
    onQuery: change,
  }
  return (
    <Page title={name} depth={path.length - 2}>
      {phone ? (
        <CollectionPhoneBar folder={folder} parent={parent} />
      ) : (
        <div className={css.crumbs}>
          <Breadcrumb crumbs={path} />
        </div>
      )}
      {(folder.role === 'read' || folder.role === 'write') && (
        <Suspense fallback={null}>
          <Offers folderId={folder._id} />
        </Suspense>
      )}
      <div className={css.head}>
        <div className="grow">
          <h1 className="h1" dir="auto">
            {name}
          </h1>
          {phone && pages.total !== undefined && <p className={css.meta}>{formatCount(pages.total)}</p>}
          {folder.desc && !folder.is_root && (
            <p className={css.desc} dir="auto">
              {folder.desc}
            </p>
          )}
        </div>
        {!phone && <SuggestButton folder={folder} />}
        {!phone && <CollectionActions folder={folder} />}
      </div>
      {phone && folder.can.suggest && (
        <div style={{ marginTop: 12 }}>
          <SuggestButton folder={folder} />
        </div>
      )}
      {empty ? (
        <>
          {folder.can.add && (
            <div style={{ marginTop: 18 }}>
              <CollectionGrid pages={subcollections} detailed={false} parent={folder._id} canAdd />
            </div>
          )}
          <EmptyState icon={IconPlus} title={texts.empty} line={texts.emptyLine}>
            {folder.can.add && (
              <Button
                variant="primary"
                icon={IconPlus}
                onClick={() => openOverlay('addLink', { parent: folder._id })}
              >
                {linksTexts.createNew}
              </Button>
            )}
          </EmptyState>
        </>
      ) : (
        <>
          {(hasSubcollections || (phone && folder.can.add)) && (
            <section style={{ marginTop: 18 }}>
              {(!phone || hasSubcollections) && (
                <SectionHead small title={texts.all} count={subcollections.total}>
                  {!phone && folder.can.add && <SelectModeButton selection={collectionSelection} />}
                  <FolderSort sort={sort} onSort={setSort} />
                  {!phone && <ViewSwitch />}
                </SectionHead>
              )}
              <div style={{ marginTop: 4 }}>
                {phone ? (
                  <SubcollectionCarousel
                    pages={subcollections}
                    sort={sort}
                    parent={folder._id}
                    canAdd={folder.can.add}
                  />
                ) : (
                  <CollectionGrid
                    pages={subcollections}
                    detailed={view.folders === 4}
                    selection={collectionSelection}
                    sort={sort}
                    parent={folder._id}
                    canAdd={folder.can.add}
                  />
                )}
              </div>
              <CollectionBulk
                pages={subcollections}
                selection={collectionSelection}
                inside={{ folder_id: folder._id }}
              />
            </section>
          )}
          <section style={{ marginTop: phone || !hasSubcollections ? 14 : 16 }}>
            {hasSubcollections || phone ? (
              <SectionHead small={!phone} title={linksTexts.links} count={phone ? undefined : pages.total}>
                <Tools {...tools} />
              </SectionHead>
            ) : (
              <>
                <h2 className="sr">{linksTexts.links}</h2>
                <LinkTools {...tools} wide>
                  {folder.can.add && (
                    <Button
                      size="sm"
                      variant="ghost"
                      icon={IconFolderPlus}
                      onClick={() => openOverlay('addCollection', { parent: folder._id })}
                    >
                      {texts.create}
                    </Button>
                  )}
                </LinkTools>
              </>
            )}
            <FilterChips query={query} onQuery={change} canIncludeSub={hasSubcollections} />
            <div style={{ marginTop: hasSubcollections || phone || view.links === 1 ? 12 : 10 }}>
              <LinkList
                pages={pages}
                view={view.links}
                query={query}
                showsCollection={query.sub === true}
                set={set}
                selection={linkSelection}
                empty={
                  <LinksEmpty
                    isSearched={isFiltered(query)}
                    canAdd={folder.can.add}
                    parent={folder._id}
                    onClear={clear}
                  />
                }
              />
            </div>
            <LinkBulk pages={pages} selection={linkSelection} set={set} />
          </section>
        </>
      )}
    </Page>
  )
}
