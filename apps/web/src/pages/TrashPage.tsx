import { trashTexts as texts } from '@nestmark/texts/trash'
import { useTab } from '../lib/browser/tab.ts'
import { LinkViewSwitch } from '../features/links/list/tools/LinkSort.tsx'
import { useTrashedCollections, useTrashedLinks } from '../features/trash/data.ts'
import { TrashedCollections } from '../features/trash/TrashedCollections.tsx'
import { TrashedLinks } from '../features/trash/TrashedLinks.tsx'
import { TabbedPage } from './TabbedPage.tsx'

/** /trash: deleted collections and links, to restore or to delete permanently. */
export default function TrashPage() {
  const [tab, setTab] = useTab(['collections', 'links'])
  const collections = useTrashedCollections()
  const links = useTrashedLinks()
  return (
    <TabbedPage
      id="trash"
      title={texts.title}
      tools={tab === 'links' && <LinkViewSwitch />}
      label={texts.tabs}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'collections', label: texts.collections, count: collections.total },
        { value: 'links', label: texts.links, count: links.total },
      ]}
    >
      {tab === 'collections' ? <TrashedCollections pages={collections} /> : <TrashedLinks pages={links} />}
    </TabbedPage>
  )
}
