import type { Collection, Link } from '@nestmark/contract/shapes'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { linksTexts } from '@nestmark/texts/links/links'
import { shellTexts } from '@nestmark/texts/shell'
import { withParameters } from '../lib/addresses.ts'
import { useLocation, useNavigate } from '../lib/router/location.ts'
import { CollectionBulk } from '../features/collections/menu/CollectionBulk.tsx'
import { useTopCollections } from '../features/collections/data.ts'
import { FolderSort } from '../features/collections/FolderSort.tsx'
import { useFolderSort } from '../features/collections/manualOrder.ts'
import { TopCarousel } from '../features/collections/cards/TopCarousel.tsx'
import { ViewSwitch } from '../features/collections/cards/ViewSwitch.tsx'
import { useDashboardLinks } from '../features/links/data.ts'
import { isFiltered, toLimitKind, toLinkSet, useListQuery } from '../features/links/listQuery.ts'
import { FilterChips } from '../features/links/list/tools/LinkFilter.tsx'
import { LinkBulk } from '../features/links/list/tools/LinkBulk.tsx'
import { useLinkOrder } from '../features/links/list/tools/linkOrder.ts'
import { LinkList } from '../features/links/list/LinkList.tsx'
import { LinksEmpty } from '../features/links/list/LinksEmpty.tsx'
import { useUploadCells } from '../features/files/useUploadCells.tsx'
import { QueuedLinks } from '../features/links/list/QueuedLinks.tsx'
import { useQueuedLinks } from '../features/links/list/useQueuedLinks.ts'
import { LinkPhoneTools } from '../features/links/list/tools/LinkPhoneTools.tsx'
import { type LinkScope, LinkTools } from '../features/links/list/tools/LinkTools.tsx'
import { Summary } from '../features/links/list/items/Summary.tsx'
import { Announcement } from '../features/session/Announcement.tsx'
import { useMe, useView } from '../features/session/data.ts'
import { lazyGroup } from '../lib/lazy.ts'
import { usePhone } from '../lib/media/media.ts'
import { useSelection } from '../lib/lists/selection.ts'
import { ButtonLink } from '../ui/fields/Button.tsx'
import { IconArrowRight } from '../ui/icons.ts'
import { Page } from '../ui/page/Page.tsx'
import { SectionHead } from '../ui/page/Section.tsx'
import { SelectModeButton } from '../ui/lists/SelectModeButton.tsx'
import css from './DashboardPage.module.css'
import { useFirstRun } from './firstRun/useFirstRun.ts'

const firstRun = lazyGroup(() => import('./firstRun/firstRunParts.ts'))
const FirstRun = firstRun('FirstRun')
const ImportButton = firstRun('ImportButton')
const Samples = firstRun('Samples')

/** /dashboard: summary, top-level collections and recent links. */
export default function DashboardPage() {
  const me = useMe()
  const { view } = useView()
  const phone = usePhone()
  const [sort, setSort] = useFolderSort()
  const collections = useTopCollections('', sort)
  const collectionSelection = useSelection<Collection>()
  const steps = useFirstRun()
  return (
    <Page title={shellTexts.dashboard}>
      <h1 className="sr">{shellTexts.dashboard}</h1>
      <Announcement />
      {steps.isShown ? <FirstRun state={steps} /> : <Summary />}
      <section style={{ marginTop: phone ? 12 : 24 }}>
        <SectionHead title={collectionsTexts.my} subtitle={collectionsTexts.mySub}>
          {!phone && <SelectModeButton selection={collectionSelection} />}
          <FolderSort sort={sort} onSort={setSort} />
          {!phone && <ViewSwitch />}
          <ButtonLink
            size="sm"
            variant="ghost"
            className={css.viewAll}
            iconAfter={phone ? undefined : IconArrowRight}
            to="/collections"
          >
            {collectionsTexts.viewAll}
          </ButtonLink>
        </SectionHead>
        <div style={{ marginTop: 8 }}>
          <TopCarousel
            pages={collections}
            detailed={view.folders === 4}
            selection={collectionSelection}
            sort={sort}
          />
        </div>
        <CollectionBulk
          pages={collections}
          selection={collectionSelection}
          inside={me && { folder_id: me.root_folder }}
        />
      </section>
      <RecentLinks />
    </Page>
  )
}

function RecentLinks() {
  const me = useMe()
  const { view } = useView()
  const phone = usePhone()
  const { query, change, clear } = useListQuery()
  const [scope, setScope] = useScope()
  const rootId = scope === 'uncategorized' ? me?.root_folder : undefined
  const set = toLinkSet(query, rootId)
  const selection = useSelection<Link>(JSON.stringify(set))
  const queued = useQueuedLinks(rootId)
  const Tools = phone ? LinkPhoneTools : LinkTools
  const pages = useDashboardLinks(query, rootId)
  const order = useLinkOrder(pages, query, { collectionId: rootId, canEdit: true })
  const uploading = useUploadCells(scope === 'uncategorized' ? null : undefined, pages, query)
  const isWaiting = queued.length > 0 || uploading.count > 0
  return (
    <section style={{ marginTop: phone ? 20 : 28 }}>
      <SectionHead title={linksTexts.recent}>
        <Tools
          query={query}
          selection={selection}
          // The root is known only from the user's data; without it the filter would have no effect.
          scope={me && { value: scope, onChange: setScope }}
          canSortByHand={rootId !== undefined}
          onQuery={change}
        />
      </SectionHead>
      <FilterChips query={query} onQuery={change} />
      <div style={{ marginTop: 12 }}>
        {!isFiltered(query) && <QueuedLinks entries={queued} />}
        <LinkList
          pages={pages}
          view={view.links}
          showsCollection={scope === 'all'}
          query={query}
          set={set}
          order={order}
          selection={selection}
          leading={uploading.leading}
          empty={
            (!isWaiting || isFiltered(query)) && (
              <LinksEmpty
                limitedBy={toLimitKind(query)}
                line={scope === 'uncategorized' ? linksTexts.noneLoose : undefined}
                canAdd={scope === 'all'}
                onClear={clear}
              >
                {scope === 'all' && <ImportButton />}
              </LinksEmpty>
            )
          }
        />
      </div>
      <LinkBulk pages={pages} selection={selection} set={set} />
      {pages.total === 0 && scope === 'all' && !isFiltered(query) && !isWaiting && <Samples />}
    </section>
  )
}

/**
 * Reads from the address whether all links are shown or only those without a collection; returns it with a
 * setter.
 */
function useScope(): [LinkScope, (scope: LinkScope) => void] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const choose = (scope: LinkScope) => {
    const part = withParameters(search, { in: scope === 'uncategorized' ? 'none' : undefined })
    void navigate(pathname + part, { state: { stay: true } })
  }
  return [new URLSearchParams(search).get('in') === 'none' ? 'uncategorized' : 'all', choose]
}
