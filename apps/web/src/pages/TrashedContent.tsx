import type { BreadcrumbEntry, Collection, Link } from '@nestmark/contract/shapes'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { linksTexts } from '@nestmark/texts/links/links'
import { trashTexts as texts } from '@nestmark/texts/trash'
import { useMemo } from 'react'
import { CompactCard } from '../features/collections/cards/CompactCard.tsx'
import { CompactGrid } from '../features/collections/cards/CompactGrid.tsx'
import { toDisplayName, useSubcollections, formatCollectionName } from '../features/collections/data.ts'
import { useCollectionLinks } from '../features/links/data.ts'
import { LinkList } from '../features/links/list/LinkList.tsx'
import { LinksEmpty } from '../features/links/list/LinksEmpty.tsx'
import { isEncrypted } from '../features/links/encryptedPlace.ts'
import { isFiltered, toLimitKind, useListQuery } from '../features/links/listQuery.ts'
import { useView } from '../features/session/data.ts'
import type { Pages } from '../lib/api/pages.ts'
import { useSelection } from '../lib/lists/selection.ts'
import { Breadcrumb } from '../ui/page/Breadcrumb.tsx'
import { Page } from '../ui/page/Page.tsx'
import { SectionHead } from '../ui/page/Section.tsx'
import { getCollection } from '@nestmark/contract/collections'
import { sessionTexts } from '@nestmark/texts/accounts/session'
import { useNavigate } from '../lib/router/location.ts'
import { useOperation } from '../lib/api/operations.ts'
import { Button, ButtonLink } from '../ui/fields/Button.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { IconRestore, IconTrash } from '../ui/icons.ts'
import { formatContents, useRestoreCollections } from '../features/trash/data.ts'

/** A collection in the trash: how to restore it, and what is inside, read only. */
export default function TrashedContent({
  folder,
  breadcrumb,
}: {
  folder: Collection
  breadcrumb: readonly BreadcrumbEntry[]
}) {
  const path = breadcrumb.map(entry => ({ label: toDisplayName(entry.name), to: `/c/${entry._id}` }))
  const trash = { label: texts.title, to: '/trash' }
  const dashboard = { label: collectionsTexts.dashboard, to: '/dashboard' }
  const subcollections = useSubcollections(folder._id)
  const hasSubcollections = (subcollections.total ?? folder.folder_count) > 0
  return (
    <Page title={collectionsTexts.inTrash}>
      <Breadcrumb crumbs={[dashboard, ...(folder.role === 'owner' ? [trash] : []), ...path]} />
      <CollectionInTrash folder={folder} />
      {hasSubcollections && (
        <section>
          <SectionHead small title={collectionsTexts.all} count={subcollections.total} />
          <CompactGrid
            pages={subcollections}
            loadingText={collectionsTexts.looking}
            errorTitle={collectionsTexts.failed}
            empty={null}
            renderCard={collection => (
              <CompactCard
                key={collection._id}
                collection={collection}
                to={`/c/${collection._id}`}
                lines={[formatContents(collection)]}
              />
            )}
          />
        </section>
      )}
      <TrashedLinkSection folder={folder} />
    </Page>
  )
}

/** The links of a collection in the trash. */
function TrashedLinkSection({ folder }: { folder: Collection }) {
  const { view } = useView()
  const { query: asked, clear } = useListQuery()
  // There is no field for words here, and those of an encrypted collection are not sent.
  const query = isEncrypted(folder) ? { ...asked, input: '' } : asked
  const pages = useReadOnly(useCollectionLinks(folder._id, query))
  const selection = useSelection<Link>()
  if (pages.total === 0 && !isFiltered(query)) return null
  return (
    <section style={{ marginTop: 18 }}>
      <SectionHead small title={linksTexts.links} count={pages.total} />
      <div style={{ marginTop: 10 }}>
        <LinkList
          pages={pages}
          view={view.links}
          query={query}
          selection={selection}
          empty={<LinksEmpty limitedBy={toLimitKind(query)} canAdd={false} onClear={clear} />}
        />
      </div>
    </section>
  )
}

const nothing = { edit: false, move: false, trash: false, favourite: false, share: false }
const readOnlyLinks = new WeakMap<Link, Link>()

/** Returns a link of a trashed collection, which can only be read: the same object for the same link. */
function toReadOnly(link: Link): Link {
  const known = readOnlyLinks.get(link)
  if (known) return known
  const copy = { ...link, is_trash: 1 as const, can: nothing }
  readOnlyLinks.set(link, copy)
  return copy
}

/** Returns links of a trashed collection, which can only be read. */
function useReadOnly(pages: Pages<Link>): Pages<Link> {
  const { at, range } = pages
  return useMemo(
    () => ({
      ...pages,
      at: index => {
        const link = at(index)
        return link && toReadOnly(link)
      },
      range: async (first, last) => (await range(first, last)).map(toReadOnly),
    }),
    [pages, at, range],
  )
}

/** Replaces the page of a collection in the trash. The only action is to restore it. */
function CollectionInTrash({ folder }: { folder: Collection }) {
  const isOwn = folder.role === 'owner'
  const navigate = useNavigate()
  const restore = useRestoreCollections(
    () => formatCollectionName(folder),
    id => void navigate(`/c/${id}`),
  )
  // A collection that was trashed with its parent is restored only with that parent.
  const { data: parentData } = useOperation(
    getCollection,
    { folder_id: folder.parent ?? '' },
    { enabled: folder.can.trash && folder.parent !== null, quiet: true },
  )
  const canRestore = folder.can.trash && parentData?.folder.is_trash === 0
  return (
    <div role="status">
      <EmptyState
        level={1}
        icon={IconTrash}
        title={collectionsTexts.inTrash}
        line={
          isOwn ? collectionsTexts.inTrashLine : collectionsTexts.inTrashLineShared(folder.owner_name ?? '')
        }
      >
        <ButtonLink to="/dashboard">{sessionTexts.goToDashboard}</ButtonLink>
        {isOwn && (
          <ButtonLink to="/trash" variant={canRestore ? 'plain' : 'primary'}>
            {collectionsTexts.openTrash}
          </ButtonLink>
        )}
        {canRestore && (
          <Button
            variant="primary"
            icon={IconRestore}
            disabled={restore.isPending}
            onClick={() => restore.mutate({ folderIdArr: [folder._id], isTrash: 0 })}
          >
            {texts.restore}
          </Button>
        )}
      </EmptyState>
    </div>
  )
}
