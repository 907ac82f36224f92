import type { Collection, Link } from '@nestmark/contract/shapes'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { searchTexts } from '@nestmark/texts/search/search'
import { useUploadCells } from '../../features/files/useUploadCells.tsx'
import { LinkBulk } from '../../features/links/list/tools/LinkBulk.tsx'
import { FilterChips } from '../../features/links/list/tools/LinkFilter.tsx'
import { useLinkOrder } from '../../features/links/list/tools/linkOrder.ts'
import { LinkList } from '../../features/links/list/LinkList.tsx'
import { LinkPhoneTools } from '../../features/links/list/tools/LinkPhoneTools.tsx'
import { LinksEmpty } from '../../features/links/list/LinksEmpty.tsx'
import { LinkTools } from '../../features/links/list/tools/LinkTools.tsx'
import { QueuedLinks } from '../../features/links/list/QueuedLinks.tsx'
import { useQueuedLinks } from '../../features/links/list/useQueuedLinks.ts'
import { isEncrypted } from '../../features/links/encryptedPlace.ts'
import { isFiltered, toEveryLink, toLimitKind, useListQuery } from '../../features/links/listQuery.ts'
import {
  EncryptedEnd,
  EncryptedHead,
  EncryptedMark,
  EncryptedSortNote,
  PlainEnd,
} from '../../features/search/encrypted/EncryptedSearch.tsx'
import { resultsAttribute } from '../../features/search/results/searchResults.ts'
import type { FilteredLinks } from '../../features/search/encrypted/useFilteredLinks.ts'
import { useView } from '../../features/session/data.ts'
import { usePhone } from '../../lib/media/media.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import type { Selection } from '../../lib/lists/selection.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconFolderPlus } from '../../ui/icons.ts'
import { SectionHead } from '../../ui/page/Section.tsx'

/** The links of a collection with their tools and filters. */
export function LinkSection({
  folder,
  links,
  selection,
  hasSubcollections,
}: {
  folder: Collection
  links: FilteredLinks
  selection: Selection<Link>
  hasSubcollections: boolean
}) {
  const { view } = useView()
  const phone = usePhone()
  const { query, change, clear } = useListQuery(isEncrypted(folder) ? folder._id : undefined)
  const set = toEveryLink(query, folder._id, links.openKeys)
  const queued = useQueuedLinks(folder._id)
  const Tools = phone ? LinkPhoneTools : LinkTools
  const { pages, hitCount, encrypted, index, isPrivate, plain } = links
  const uploading = useUploadCells(folder.is_root === 1 ? null : folder._id, pages, query)
  // What the browser has found is not in the manual order.
  const order = useLinkOrder(pages, query, {
    collectionId: folder._id,
    canEdit: folder.can.add && hitCount === 0,
  })
  const isSearchedHere = encrypted !== undefined && encrypted.open > 0 && index.unread === 0
  const tools = {
    query,
    selection,
    canSelect: folder.can.add,
    canSortByHand: query.sub !== true,
    onQuery: change,
    searchMark:
      isPrivate || isSearchedHere ? (
        <EncryptedMark count={isPrivate ? undefined : encrypted?.open} />
      ) : undefined,
    searchHint: isSearchedHere && encrypted.locked > 0 ? formatOpen(folder, links) : undefined,
  }
  return (
    <section style={{ marginTop: phone || !hasSubcollections ? 14 : 16 }}>
      {hasSubcollections || phone ? (
        <SectionHead small={!phone} title={texts.links} count={phone ? undefined : pages.total}>
          <Tools {...tools} />
        </SectionHead>
      ) : (
        <>
          <h2 className="sr">{texts.links}</h2>
          <LinkTools {...tools} wide>
            {folder.can.add && (
              <Button
                size="sm"
                variant="ghost"
                icon={IconFolderPlus}
                onClick={() => openOverlay('addCollection', { parent: folder._id })}
              >
                {collectionsTexts.create}
              </Button>
            )}
          </LinkTools>
        </>
      )}
      <FilterChips query={query} onQuery={change} canIncludeSub={hasSubcollections} />
      {query.input.trim() !== '' && <EncryptedHead index={index} isPrivate={isPrivate} />}
      <EncryptedSortNote encrypted={encrypted} index={index} isPrivate={isPrivate} query={query} />
      <div
        {...(isEncrypted(folder) && resultsAttribute)}
        style={{ marginTop: hasSubcollections || phone || view.links === 1 ? 12 : 10 }}
      >
        {!isFiltered(query) && <QueuedLinks entries={queued} />}
        <LinkList
          pages={pages}
          view={view.links}
          query={query}
          showsCollection={query.sub === true}
          {...(hitCount === 0 && { set })}
          order={order}
          selection={selection}
          leading={uploading.leading}
          empty={
            ((queued.length === 0 && uploading.count === 0) || isFiltered(query)) && (
              <LinksEmpty
                limitedBy={toLimitKind(query)}
                canAdd={folder.can.add}
                parent={folder._id}
                onClear={clear}
              />
            )
          }
        />
        {pages.total !== undefined && <EncryptedEnd index={index} />}
        {pages.total !== undefined && plain && <PlainEnd plain={plain} />}
      </div>
      <LinkBulk pages={pages} selection={selection} set={set} />
    </section>
  )
}

/** Returns how many links the filter of a collection can search by their texts, where some are locked. */
const formatOpen = (folder: Collection, { encrypted, isPrivate }: FilteredLinks) =>
  searchTexts.encrypted.searchOpen(
    isPrivate ? (encrypted?.open ?? 0) : Math.max(0, folder.links_count - (encrypted?.locked ?? 0)),
  )
