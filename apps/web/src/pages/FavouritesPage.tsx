import type { Link } from '@nestmark/contract/shapes'
import { collectionsTexts } from '@nestmark/texts/collections'
import { favouritesTexts as texts } from '@nestmark/texts/favourites'
import { useFavouriteCollections } from '../features/collections/data.ts'
import { FavouriteCollections } from '../features/collections/FavouriteCollections.tsx'
import { useFavouriteLinks } from '../features/links/favouriteData.ts'
import { LinkBulk } from '../features/links/LinkBulk.tsx'
import { LinkList } from '../features/links/LinkList.tsx'
import { LinkViewSwitch } from '../features/links/LinkSort.tsx'
import { useView } from '../features/session/data.ts'
import type { Pages } from '../lib/api/pages.ts'
import { useSelection } from '../lib/selection.ts'
import { useTab } from '../lib/tab.ts'
import { Breadcrumb } from '../ui/Breadcrumb.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconStar } from '../ui/icons.ts'
import { Page } from '../ui/Page.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import css from './TabbedPage.module.css'

/** /favourites: what carries a star. */
export default function FavouritesPage() {
  const [tab, setTab] = useTab(['collections', 'links'])
  const collections = useFavouriteCollections()
  const links = useFavouriteLinks()
  return (
    <Page title={texts.title}>
      <Breadcrumb
        crumbs={[
          { label: collectionsTexts.dashboard, to: '/dashboard' },
          { label: texts.title, to: '/favourites' },
        ]}
      />
      <div className={css.head}>
        <h1 className="h1">{texts.title}</h1>
        {tab === 'links' && <LinkViewSwitch />}
      </div>
      <Tabs
        id="favourites"
        label={texts.tabs}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'collections', label: texts.collections },
          { value: 'links', label: texts.links, count: links.total },
        ]}
      />
      <div className={css.panel} role="tabpanel" id="favourites-panel" aria-labelledby={`favourites-${tab}`}>
        <h2 className="sr">{texts[tab]}</h2>
        {tab === 'collections' ? (
          <FavouriteCollections pages={collections} />
        ) : (
          <FavouriteLinks pages={links} />
        )}
      </div>
    </Page>
  )
}

function FavouriteLinks({ pages }: { pages: Pages<Link> }) {
  const { view } = useView()
  const selection = useSelection<Link>()
  return (
    <>
      <LinkList
        pages={pages}
        view={view.links}
        placed
        selection={selection}
        empty={<EmptyState icon={IconStar} title={texts.noLinks} line={texts.noLinksLine} />}
      />
      <LinkBulk pages={pages} selection={selection} />
    </>
  )
}
