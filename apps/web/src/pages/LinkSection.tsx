import type { Collection, Link } from '@nestmark/contract/shapes'
import { collectionsTexts } from '@nestmark/texts/collections'
import { linksTexts as texts } from '@nestmark/texts/links'
import { UploadCards, useUploadsOf } from '../features/files/UploadCards.tsx'
import { LinkBulk } from '../features/links/list/LinkBulk.tsx'
import { FilterChips } from '../features/links/list/LinkFilter.tsx'
import { LinkList } from '../features/links/list/LinkList.tsx'
import { LinkPhoneTools } from '../features/links/list/LinkPhoneTools.tsx'
import { LinksEmpty } from '../features/links/list/LinksEmpty.tsx'
import { LinkTools } from '../features/links/list/LinkTools.tsx'
import { QueuedLinks, useQueuedLinks } from '../features/links/list/QueuedLinks.tsx'
import { isFiltered, toLimitKind, toLinkSet, useListQuery } from '../features/links/listQuery.ts'
import { EncryptedFilterNote, EncryptedSortNote } from '../features/search/encrypted/EncryptedListNote.tsx'
import { useView } from '../features/session/data.ts'
import type { Pages } from '../lib/api/pages.ts'
import { usePhone } from '../lib/media.ts'
import { openOverlay } from '../lib/overlay.ts'
import type { Selection } from '../lib/selection.ts'
import { Button } from '../ui/Button.tsx'
import { IconFolderPlus } from '../ui/icons.ts'
import { SectionHead } from '../ui/Section.tsx'

/** The links of a collection with their tools and filters. */
export function LinkSection({
  folder,
  pages,
  selection,
  hasSubcollections,
}: {
  folder: Collection
  pages: Pages<Link>
  selection: Selection<Link>
  hasSubcollections: boolean
}) {
  const { view } = useView()
  const phone = usePhone()
  const { query, change, clear } = useListQuery()
  const set = toLinkSet(query, folder._id)
  const queued = useQueuedLinks(folder._id)
  const uploading = useUploadsOf(folder.is_root === 1 ? null : folder._id)
  const Tools = phone ? LinkPhoneTools : LinkTools
  const tools = { query, selection, canSelect: folder.can.add, onQuery: change }
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
      <EncryptedSortNote folder={folder} query={query} />
      <div style={{ marginTop: hasSubcollections || phone || view.links === 1 ? 12 : 10 }}>
        {!isFiltered(query) && <QueuedLinks entries={queued} />}
        {!isFiltered(query) && uploading.length > 0 && <UploadCards list={uploading} />}
        <LinkList
          pages={pages}
          view={view.links}
          query={query}
          showsCollection={query.sub === true}
          set={set}
          selection={selection}
          empty={
            ((queued.length === 0 && uploading.length === 0) || isFiltered(query)) && (
              <LinksEmpty
                limitedBy={toLimitKind(query)}
                canAdd={folder.can.add}
                parent={folder._id}
                onClear={clear}
              />
            )
          }
        />
        <EncryptedFilterNote folder={folder} query={query} />
      </div>
      <LinkBulk pages={pages} selection={selection} set={set} />
    </section>
  )
}
