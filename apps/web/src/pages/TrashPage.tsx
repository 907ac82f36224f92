import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { trashTexts as texts } from '@nestmark/texts/trash'
import { useTab } from '../lib/browser/tab.ts'
import { LinkViewSwitch } from '../features/links/list/tools/LinkSort.tsx'
import { useTrashedCollections, useTrashedLinks } from '../features/trash/data.ts'
import { TrashedCollections } from '../features/trash/TrashedCollections.tsx'
import { TrashedLinks } from '../features/trash/TrashedLinks.tsx'
import { Breadcrumb } from '../ui/page/Breadcrumb.tsx'
import { Page } from '../ui/page/Page.tsx'
import { Tabs } from '../ui/fields/Tabs.tsx'
import css from './TabbedPage.module.css'

/** /trash: deleted collections and links, to restore or to delete permanently. */
export default function TrashPage() {
  const [tab, setTab] = useTab(['collections', 'links'])
  const collections = useTrashedCollections()
  const links = useTrashedLinks()
  return (
    <Page title={texts.title}>
      <Breadcrumb
        crumbs={[
          { label: collectionsTexts.dashboard, to: '/dashboard' },
          { label: texts.title, to: '/trash' },
        ]}
      />
      <div className={`row g12 ${css.head}`}>
        <h1 className="h1">{texts.title}</h1>
        {tab === 'links' && <LinkViewSwitch />}
      </div>
      <Tabs
        id="trash"
        label={texts.tabs}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'collections', label: texts.collections, count: collections.total },
          { value: 'links', label: texts.links, count: links.total },
        ]}
      />
      <div className={css.panel} role="tabpanel" id="trash-panel" aria-labelledby={`trash-${tab}`}>
        <h2 className="sr">{texts[tab]}</h2>
        {tab === 'collections' ? <TrashedCollections pages={collections} /> : <TrashedLinks pages={links} />}
      </div>
    </Page>
  )
}
