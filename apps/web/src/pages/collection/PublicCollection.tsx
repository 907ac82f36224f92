import { categories } from '@nestmark/core/limits'
import type { BreadcrumbEntry, Collection, Link } from '@nestmark/contract/shapes'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { linksTexts } from '@nestmark/texts/links/links'
import { publicPageTexts as texts } from '@nestmark/texts/sharing/publicPage'
import { useMemo, useRef } from 'react'
import { useLocation } from '../../lib/router/location.ts'
import { CollectionGrid } from '../../features/collections/cards/CollectionGrid.tsx'
import { useSubcollections } from '../../features/collections/data.ts'
import { SubcollectionCarousel } from '../../features/collections/cards/SubcollectionCarousel.tsx'
import { chooseSubcollectionView } from '../../features/collections/cards/subcollectionView.ts'
import { toBreadcrumb } from '../../features/collections/toBreadcrumb.ts'
import { isEncrypted } from '../../features/links/encryptedPlace.ts'
import { LinkBulk } from '../../features/links/list/tools/LinkBulk.tsx'
import { LinkList } from '../../features/links/list/LinkList.tsx'
import { LinksEmpty } from '../../features/links/list/LinksEmpty.tsx'
import { LinkSort } from '../../features/links/list/tools/LinkSort.tsx'
import {
  isFiltered,
  type LinkQuery,
  readListQuery,
  toLimitKind,
  toLinkSet,
  useListQuery,
  useWordsInMemory,
  writeListQuery,
} from '../../features/links/listQuery.ts'
import { KindChips } from '../../features/publicPage/KindChips.tsx'
import { PublicActions } from '../../features/publicPage/PublicActions.tsx'
import { PublicCover } from '../../features/publicPage/PublicCover.tsx'
import { PublicHead, type Summary } from '../../features/publicPage/PublicHead.tsx'
import { SignUpBar } from '../../features/publicPage/SignUpBar.tsx'
import { VisitorEnd } from '../../features/search/encrypted/EncryptedSearch.tsx'
import { useFilteredLinks } from '../../features/search/encrypted/useFilteredLinks.ts'
import { useView } from '../../features/session/data.ts'
import { SuggestButton } from '../../features/suggestions/SuggestButton.tsx'
import { useHotkeys } from '../../lib/focus/hotkeys.ts'
import { usePhone } from '../../lib/media/media.ts'
import { useSelection } from '../../lib/lists/selection.ts'
import { useToken } from '../../lib/browser/token.ts'
import { type Browse, BrowseContext } from '../../ui/lists/browse.ts'
import { Breadcrumb } from '../../ui/page/Breadcrumb.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconRss } from '../../ui/icons.ts'
import { Page } from '../../ui/page/Page.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { SectionHead } from '../../ui/page/Section.tsx'
import { CollectionPhoneBar } from './CollectionHead.tsx'
import css from './PublicCollection.module.css'

/** A public collection, for visitors and for users who are not members. */
export default function PublicCollection({
  folder,
  breadcrumb,
  summary,
}: {
  folder: Collection
  breadcrumb: readonly BreadcrumbEntry[]
  summary: Summary | undefined
}) {
  const signedIn = useToken() !== null
  const phone = usePhone()
  const subcollections = useSubcollections(folder._id)
  // Only the public collections above this one, because visitors have no dashboard.
  const crumbs = toBreadcrumb(breadcrumb).slice(1)
  const hasSubcollections = folder.folder_count > 0
  const isDeep = (summary?.collections ?? folder.folder_count) > folder.folder_count
  const levels = 1 + (hasSubcollections ? 1 : 0) + (isDeep ? 1 : 0)
  const isEmpty = folder.links_count === 0 && !hasSubcollections
  return (
    <Page
      title={folder.name}
      banner={
        <PublicCover pictures={folder.thumbnails.slice(0, folder.cover === null ? 3 : 1)} levels={levels} />
      }
      width={1136}
    >
      {phone && signedIn && (
        <CollectionPhoneBar
          folder={folder}
          parent={crumbs.at(-2) ?? { label: collectionsTexts.dashboard, to: '/dashboard' }}
        />
      )}
      {crumbs.length > 1 && (
        <div className={css.crumbs}>
          <Breadcrumb crumbs={crumbs} />
        </div>
      )}
      <div className={`flex top ${css.top}`}>
        <PublicHead folder={folder} summary={summary} />
        <div className={`rigid ${css.actions}`}>
          <PublicActions folder={folder} />
          {folder.can.suggest && (
            <div className={css.suggest}>
              <SuggestButton folder={folder} />
            </div>
          )}
        </div>
      </div>
      {isEmpty && <EmptyState icon={IconRss} title={texts.empty} line={texts.emptyLine} />}
      {hasSubcollections && (
        <section className={css.section}>
          <SectionHead small title={collectionsTexts.all} count={folder.folder_count} />
          <div className="mt12">
            {phone || chooseSubcollectionView(folder.folder_count, true, false) === 'strip' ? (
              <SubcollectionCarousel pages={subcollections} sort="date" parent={folder._id} canAdd={false} />
            ) : (
              <CollectionGrid
                pages={subcollections}
                detailed
                sort="date"
                parent={folder._id}
                canAdd={false}
              />
            )}
          </div>
        </section>
      )}
      {!isEmpty && <PublicLinks folder={folder} summary={summary} />}
      {!signedIn && <SignUpBar back={`/c/${folder._id}`} />}
    </Page>
  )
}

/** The links of a public collection, with the filter by category and a search in all its descendants. */
function PublicLinks({ folder, summary }: { folder: Collection; summary: Summary | undefined }) {
  const phone = usePhone()
  const { view } = useView()
  const encryptedId = isEncrypted(folder) ? folder._id : undefined
  const { query, change, clear } = useListQuery(encryptedId)
  useWordsInMemory(encryptedId)
  const set = toLinkSet(query, folder._id)
  const selection = useSelection<Link>(JSON.stringify(set))
  const { pages, plain } = useFilteredLinks(folder, query)
  const box = useRef<HTMLElement>(null)
  useHotkeys({
    '/': event => {
      event.preventDefault()
      box.current?.querySelector<HTMLInputElement>('input[type=search]')?.focus()
    },
  })
  const search = (
    <SearchField
      label={texts.search}
      value={query.input}
      wide={phone}
      onChange={input => change({ input, sub: input === '' ? undefined : true })}
    />
  )
  const chips = (
    <KindChips
      counts={query.sub ? (summary?.category_counts ?? null) : folder.category_counts}
      showsCounts={query.input === ''}
      category={query.category}
      onCategory={category => change({ category })}
    />
  )
  const count = isFiltered(query) ? pages.total : folder.links_count
  // The search of the library would not find these links, and visitors have none.
  const { pathname, search: address } = useLocation()
  const browse = useMemo<Browse>(() => {
    const filterBy = (part: Partial<LinkQuery>) =>
      pathname + writeListQuery(address, { ...readListQuery(address), ...part })
    return {
      filtersList: true,
      tag: name => filterBy({ input: name, sub: true }),
      category: tag => filterBy({ category: categories.find(each => each.tag === tag)?.code }),
    }
  }, [pathname, address])
  return (
    <section ref={box} className={css.section}>
      <SectionHead small title={linksTexts.links} count={count}>
        {!phone && chips}
        <LinkSort query={query} onQuery={change} canSortByHand={query.sub !== true} />
        {!phone && search}
      </SectionHead>
      {phone && <div className={css.search}>{search}</div>}
      {phone && chips}
      <div className="mt12">
        <BrowseContext value={browse}>
          <LinkList
            pages={pages}
            view={view.links}
            query={query}
            showsCollection={query.sub === true}
            set={set}
            selection={selection}
            empty={
              <LinksEmpty limitedBy={toLimitKind(query)} canAdd={false} parent={folder._id} onClear={clear} />
            }
          />
          {encryptedId !== undefined && query.input !== '' && <VisitorEnd plain={plain} />}
        </BrowseContext>
      </div>
      <LinkBulk pages={pages} selection={selection} set={set} />
    </section>
  )
}
