import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { uiTexts } from '@nestmark/texts/ui'
import { useLocation, useNavigate } from '../../lib/router/location.ts'
import { CollectionBulk } from '../../features/collections/menu/CollectionBulk.tsx'
import { CollectionGrid } from '../../features/collections/cards/CollectionGrid.tsx'
import { useTopCollections } from '../../features/collections/data.ts'
import { FolderSort } from '../../features/collections/FolderSort.tsx'
import { useFolderSort } from '../../features/collections/manualOrder.ts'
import { SelectModeButton } from '../../ui/lists/SelectModeButton.tsx'
import { ViewSwitch } from '../../features/collections/cards/ViewSwitch.tsx'
import { useMe, useView } from '../../features/session/data.ts'
import { withParameters } from '../../lib/addresses.ts'
import { useSelection } from '../../lib/lists/selection.ts'
import { PageCrumbs } from '../../ui/page/Breadcrumb.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { Page } from '../../ui/page/Page.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import css from './CollectionsPage.module.css'

/** /collections: all top-level collections; the target of 'View All'. */
export default function CollectionsPage() {
  const { view } = useView()
  const me = useMe()
  const [input, setInput] = useFind()
  const [sort, setSort] = useFolderSort()
  const selection = useSelection<Collection>(input)
  const pages = useTopCollections(input, sort)
  return (
    <Page title={texts.all}>
      <PageCrumbs title={texts.all} path="/collections" />
      <h1 className="h1" style={{ marginTop: 6 }}>
        {texts.all}
      </h1>
      <div className={`row g8 ${css.tools}`}>
        <div className={css.search}>
          <SearchField wide label={texts.search} value={input} onChange={setInput} />
        </div>
        <span className="grow" />
        <FolderSort sort={sort} onSort={setSort} />
        <ViewSwitch />
        <SelectModeButton selection={selection} />
      </div>
      <CollectionGrid
        pages={pages}
        detailed={view.folders === 4}
        selection={selection}
        sort={input === '' ? sort : 'date'}
        canAdd={input === ''}
        empty={
          input === '' ? undefined : (
            <EmptyState icon={IconSearch} title={texts.noneFound} line={texts.noneFoundLine}>
              <Button onClick={() => setInput('')}>{uiTexts.clearSearch}</Button>
            </EmptyState>
          )
        }
      />
      <CollectionBulk
        pages={pages}
        selection={selection}
        inside={me && { folder_id: me.root_folder, ...(input !== '' && { input }) }}
      />
    </Page>
  )
}

/** Reads the search text from the address and returns it with a setter. */
function useFind(): [string, (input: string) => void] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const find = (input: string) =>
    void navigate(pathname + withParameters(search, { find: input }), {
      replace: true,
      state: { stay: true },
    })
  return [new URLSearchParams(search).get('find') ?? '', find]
}
