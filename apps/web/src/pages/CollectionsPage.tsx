import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections'
import { uiTexts } from '@nestmark/texts/ui'
import { useState } from 'react'
import { CollectionBulk } from '../features/collections/CollectionBulk.tsx'
import { CollectionGrid } from '../features/collections/CollectionGrid.tsx'
import { useTopCollections } from '../features/collections/data.ts'
import { SelectCollections } from '../features/collections/SelectCollections.tsx'
import { ViewSwitch } from '../features/collections/ViewSwitch.tsx'
import { useView } from '../features/session/data.ts'
import { useSelection } from '../lib/selection.ts'
import { Breadcrumb } from '../ui/Breadcrumb.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconSearch } from '../ui/icons.ts'
import { Page } from '../ui/Page.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import css from './CollectionsPage.module.css'

/** Every collection at the top: what stands behind 'View All'. */
export default function CollectionsPage() {
  const { view } = useView()
  const [input, setInput] = useState('')
  const selection = useSelection<Collection>()
  const pages = useTopCollections(input)
  return (
    <Page title={texts.all}>
      <Breadcrumb
        crumbs={[
          { label: texts.dashboard, to: '/dashboard' },
          { label: texts.all, to: '/collections' },
        ]}
      />
      <h1 className="h1" style={{ marginTop: 6 }}>
        {texts.all}
      </h1>
      <div className={css.tools}>
        <div className={css.search}>
          <SearchField wide label={texts.search} value={input} onChange={setInput} />
        </div>
        <span className="grow" />
        <ViewSwitch />
        <SelectCollections selection={selection} />
      </div>
      <CollectionGrid
        pages={pages}
        detailed={view.folders === 4}
        selection={selection}
        canAdd={input === ''}
        empty={
          input === '' ? undefined : (
            <EmptyState icon={IconSearch} title={texts.noneFound} line={texts.noneFoundLine}>
              <Button onClick={() => setInput('')}>{uiTexts.clearSearch}</Button>
            </EmptyState>
          )
        }
      />
      <CollectionBulk pages={pages} selection={selection} />
    </Page>
  )
}
