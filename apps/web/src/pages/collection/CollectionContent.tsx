import type { BreadcrumbEntry, Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { linksTexts } from '@nestmark/texts/links/links'
import { CollectionGrid } from '../../features/collections/cards/CollectionGrid.tsx'
import { formatCollectionName, useSubcollections } from '../../features/collections/data.ts'
import { toBreadcrumb } from '../../features/collections/toBreadcrumb.ts'
import { useFolderSort } from '../../features/collections/manualOrder.ts'
import { useHasUploads } from '../../features/files/useUploadCells.tsx'
import { EncryptedPlaceContext } from '../../features/encryption/encryptedPlace.ts'
import { QueuedLinks } from '../../features/links/list/QueuedLinks.tsx'
import { useQueuedLinks } from '../../features/links/list/useQueuedLinks.ts'
import { isEncrypted } from '../../features/links/encryptedPlace.ts'
import { isFiltered, toEveryLink, useListQuery, useWordsInMemory } from '../../features/links/listQuery.ts'
import { useFilteredLinks } from '../../features/search/encrypted/useFilteredLinks.ts'
import { useSelectionWithHits } from '../../features/search/encrypted/useSelectionWithHits.ts'
import { useMe } from '../../features/session/data.ts'
import type { Pages } from '../../lib/api/pages.ts'
import { lazyPart } from '../../lib/lazy.ts'
import { usePhone } from '../../lib/media/media.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { useSelection } from '../../lib/lists/selection.ts'
import { Breadcrumb } from '../../ui/page/Breadcrumb.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { Page } from '../../ui/page/Page.tsx'
import { CollectionHead, CollectionPhoneBar } from './CollectionHead.tsx'
import css from './CollectionPage.module.css'
import { LinkSection } from './LinkSection.tsx'
import { SubcollectionSection } from './SubcollectionSection.tsx'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from '../../lib/router/location.ts'

/** Loaded separately, because few users receive an offer. */
const Offers = lazyPart(() => import('../../features/share/ownership/Offers.tsx'))

/** The content of a loaded collection: name, description, subcollections and links. */
export function CollectionContent({
  folder,
  breadcrumb,
}: {
  folder: Collection
  breadcrumb: readonly BreadcrumbEntry[]
}) {
  const me = useMe()
  const phone = usePhone()
  const encryptedId = isEncrypted(folder) ? folder._id : undefined
  const { query } = useListQuery(encryptedId)
  useWordsInMemory(encryptedId)
  const collectionSelection = useSelection<Collection>()
  const [sort] = useFolderSort()
  const subcollections = useSubcollections(folder._id, sort)
  const links = useFilteredLinks(folder, query)
  const { pages } = links
  const linkSelection = useSelectionWithHits(
    JSON.stringify(toEveryLink(query, folder._id, links.openKeys)),
    links.hitCount > 0 ? pages : null,
  )

  useShareParameter(folder)

  const crumbs = toBreadcrumb(breadcrumb, {
    root: folder.role === 'owner' ? me?.root_folder : undefined,
    isShared: folder.role === 'read' || folder.role === 'write',
  })
  const path = folder.is_root
    ? [...crumbs, { label: formatCollectionName(folder), to: `/c/${folder._id}` }]
    : crumbs
  const parent = path.at(-2) ?? { label: texts.dashboard, to: '/dashboard' }
  const hasSubcollections = (subcollections.total ?? folder.folder_count) > 0
  const hasLinks = (pages.total ?? folder.links_count) > 0 || isFiltered(query)
  const isUploading = useHasUploads(folder.is_root === 1 ? null : folder._id)
  const empty = !hasSubcollections && !hasLinks && !isUploading
  return (
    <Page title={formatCollectionName(folder)} depth={Math.max(0, breadcrumb.length - 1)}>
      {phone ? (
        <CollectionPhoneBar folder={folder} parent={parent} />
      ) : (
        <div className={css.crumbs}>
          <Breadcrumb crumbs={path} />
        </div>
      )}
      {(folder.role === 'read' || folder.role === 'write') && <Offers folderId={folder._id} />}
      <CollectionHead folder={folder} linkCount={pages.total} query={query} />
      {empty ? (
        <EmptyCollection folder={folder} subcollections={subcollections} />
      ) : (
        <>
          {hasSubcollections && (
            <SubcollectionSection folder={folder} pages={subcollections} selection={collectionSelection} />
          )}
          <EncryptedPlaceContext value={folder.enc_id === undefined ? null : folder._id}>
            <LinkSection
              folder={folder}
              links={links}
              selection={linkSelection}
              hasSubcollections={hasSubcollections}
            />
          </EncryptedPlaceContext>
        </>
      )}
    </Page>
  )
}

/** Opens the share dialog for `?share=1`, the address of a notification about a request for access. */
function useShareParameter(collection: Collection): void {
  const [parameters, setParameters] = useSearchParams()
  const isWanted = parameters.get('share') === '1'
  const open = useEffectEvent(() => {
    const rest = new URLSearchParams(parameters)
    rest.delete('share')
    setParameters(rest, { replace: true })
    if (collection.can.share) openOverlay('shareCollection', { collection })
  })
  useEffect(() => {
    if (isWanted) open()
  }, [isWanted])
}

/** Shows a collection without subcollections and links; new links may wait to be sent. */
function EmptyCollection({
  folder,
  subcollections,
}: {
  folder: Collection
  subcollections: Pages<Collection>
}) {
  const queued = useQueuedLinks(folder._id)
  return (
    <>
      {folder.can.add && (
        <div style={{ marginTop: 18 }}>
          <CollectionGrid pages={subcollections} detailed={false} parent={folder._id} canAdd />
        </div>
      )}
      {queued.length > 0 ? (
        <div style={{ marginTop: 16 }}>
          <QueuedLinks entries={queued} />
        </div>
      ) : (
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
      )}
    </>
  )
}
