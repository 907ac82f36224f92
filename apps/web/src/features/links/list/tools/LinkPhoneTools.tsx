import { linksTexts as texts } from '@nestmark/texts/links/links'
import { uiTexts } from '@nestmark/texts/ui'
import { useState } from 'react'
import { IconCheckbox, IconSearch } from '../../../../ui/icons.ts'
import { MoreMenu } from '../../../../ui/menus/MoreMenu.tsx'
import { SearchField } from '../../../../ui/fields/SearchField.tsx'
import { useView } from '../../../session/data.ts'
import { useDensity } from '../layout/density.ts'
import { buildFilterEntries } from './LinkFilter.tsx'
import { LinkSort, LinkViewSwitch } from './LinkSort.tsx'
import { linkScopes, type LinkToolsProps } from './LinkTools.tsx'

/** The tools on the phone: order and view are visible, the others are in a menu. */
export function LinkPhoneTools({
  query,
  onQuery,
  selection,
  canSelect = true,
  allFavourites,
  canSortByHand,
  scope,
  searchHint,
}: LinkToolsProps) {
  const [isSearching, setIsSearching] = useState(false)
  const hasCards = useView().view.links !== 2
  const { step, setStep } = useDensity()
  return (
    <>
      <div className="row g8 min0">
        <LinkSort query={query} onQuery={onQuery} canSortByHand={canSortByHand} />
        <LinkViewSwitch />
        <MoreMenu
          label={texts.moreTools}
          items={[
            { label: texts.search, icon: IconSearch, run: () => setIsSearching(current => !current) },
            canSelect && {
              label: uiTexts.select,
              icon: IconCheckbox,
              run: () => (selection.active ? selection.clear() : selection.start()),
            },
            hasCards && 'line',
            ...(hasCards
              ? texts.phoneColumns.map((label, each) => ({
                  label,
                  checked: each === step,
                  run: () => setStep(each),
                }))
              : []),
            'line',
            ...buildFilterEntries({ query, onQuery, allFavourites }),
            scope && 'line',
            ...(scope
              ? linkScopes.map(({ value, label }) => ({
                  label,
                  checked: value === scope.value,
                  run: () => scope.onChange(value),
                }))
              : []),
          ]}
        />
      </div>
      {(isSearching || query.input !== '') && (
        <div style={{ flex: '1 0 100%', marginTop: 4 }}>
          <SearchField
            label={texts.search}
            hint={searchHint}
            value={query.input}
            autoFocus={isSearching}
            onChange={input => onQuery({ input })}
          />
        </div>
      )}
    </>
  )
}
