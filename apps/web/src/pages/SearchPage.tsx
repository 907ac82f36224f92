import { categories, limits } from '@nestmark/core/limits'
import { isEmptySearch, parseSearch } from '@nestmark/core/searchQuery/query'
import { highlightMatches } from '@nestmark/core/words/highlightMatches'
import { searchTexts as texts } from '@nestmark/texts/search/search'
import { categoryNames, describeFilters } from '@nestmark/texts/search/searchFilters'
import { shellTexts } from '@nestmark/texts/shell'
import { type ReactNode, useCallback, useMemo } from 'react'
import { Link as RouterLink } from '../lib/router/links.tsx'
import { useLocation } from '../lib/router/location.ts'
import { LinkBulk } from '../features/links/list/tools/LinkBulk.tsx'
import { LinkList } from '../features/links/list/LinkList.tsx'
import {
  defaultSearchType,
  listSearchTypes,
  readSearch,
  type Search,
  toSearchPath,
} from '../features/search/searchUrl.ts'
import { listLoaded } from '../lib/api/pages.ts'
import { useSearch, useSpelling } from '../features/search/data.ts'
import { toDayZone } from '../features/search/operators/dayZone.ts'
import { EncryptedEnd, EncryptedHead } from '../features/search/encrypted/EncryptedSearch.tsx'
import { readsTexts } from '../features/search/encrypted/searchedFields.ts'
import { useEncryptedIndex } from '../features/search/encrypted/useEncryptedIndex.ts'
import { useSelectionWithHits } from '../features/search/encrypted/useSelectionWithHits.ts'
import { FirstMark } from '../features/search/box/FirstMark.tsx'
import { CollectionResults } from '../features/search/results/CollectionResults.tsx'
import { SearchBox } from '../features/search/box/SearchBox.tsx'
import { SearchChips } from '../features/search/box/SearchChips.tsx'
import { NarrowDown } from '../features/search/results/NarrowDown.tsx'
import { splitOperators } from '../features/search/operators/operatorChips.ts'
import { useSearchState } from '../features/search/results/searchOrigin.ts'
import { focusSearchField, resultsAttribute } from '../features/search/results/searchResults.ts'
import { SuggestionSlot } from '../features/search/box/SearchSuggestions.tsx'
import { SaveSearchButton } from '../features/search/saved/SaveSearchButton.tsx'
import { BackToPage } from '../features/search/results/BackToPage.tsx'
import { LinkResultsHead } from '../features/search/results/LinkResultsHead.tsx'
import { useResultKeys } from '../features/search/results/useResultKeys.ts'
import { useMe, useView } from '../features/session/data.ts'
import { searchesDescriptions } from '../features/session/plan.ts'
import { usePhone } from '../lib/media/media.ts'
import { focusPage, openOverlay } from '../lib/overlays/overlay.ts'
import { ButtonLink } from '../ui/fields/Button.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { IconSearch } from '../ui/icons.ts'
import { MarksContext } from '../ui/marks/Marks.tsx'
import { Page } from '../ui/page/Page.tsx'
import css from './SearchPage.module.css'

/** /search/?q=&type=&category=: search results, collections first, then links by rank. */
export default function SearchPage() {
  const { search: address } = useLocation()
  const phone = usePhone()
  const search = readSearch(address)
  const q = search.q.trim()
  const hasDescriptions = useSearchesDescriptions()
  return (
    <Page title={q === '' ? texts.page : texts.resultsFor(q)}>
      {phone && (
        <div className={css.searchBox}>
          <SearchBox autoFocus={q === ''} />
        </div>
      )}
      {q === '' || isUnfinished(search) ? (
        <>
          <SuggestionSlot />
          <EmptyState level={1} icon={IconSearch} title={texts.ask} line={texts.askLine(hasDescriptions)} />
        </>
      ) : (
        <Results search={search} />
      )}
    </Page>
  )
}

/** Returns true if the user's searches include descriptions. */
function useSearchesDescriptions(): boolean {
  return searchesDescriptions(useMe()?.plan ?? 1)
}

/** Returns true if the query is only an operator without its value. */
function isUnfinished({ q, type }: Search): boolean {
  return /:\s*$/.test(q) && type !== 'tag' && type !== 'category' && isEmptySearch(parseSearch(q))
}

/** Returns the properties of results that a running search will replace. */
const toStaleProps = (isWaiting: boolean) => ({
  'aria-busy': isWaiting,
  inert: isWaiting,
  className: isWaiting ? css.stale : undefined,
})

function Results({ search }: { search: Search }) {
  const { view } = useView()
  const types = listSearchTypes(useMe())
  const index = useEncryptedIndex(readsTexts(search.type))
  const { links, folders, isLimited, hitCount, shown, isWaiting } = useSearch(search, index.kids)
  // Texts, counts and actions belong to the visible results, not to a search without a response yet.
  const { input: q, type } = shown
  const set = useLinkSet(shown)
  const selection = useSelectionWithHits(JSON.stringify([set, isWaiting]), hitCount > 0 ? links : null)
  const staleProps = toStaleProps(isWaiting)
  const onlyFolders = type === 'collection' || type === 'collectionName'
  const showsFolders = type !== 'link'
  const query = useMemo(() => parseSearch(q), [q])
  const mark = useCallback((text: string) => highlightMatches(text, query.text), [query.text])
  const markTitles = useMemo(
    () => (type === 'everything' || type === 'link' || type === 'linkTitle' ? mark : null),
    [type, mark],
  )
  const isEmpty = links.total === 0 && (folders.total === 0 || !showsFolders)
  const isLoaded = !isWaiting && links.total !== undefined
  const onKeyDown = useResultKeys(q, { isLoaded, isSelecting: selection.active })
  const first = (showsFolders && folders.at(0)) || (!onlyFolders && links.at(0)) || undefined
  const sub = texts.counts(
    // 'Links' and 'collections' follow anyway.
    [defaultSearchType, 'link', 'collection'].includes(type) ? '' : shellTexts.searchTypes[type],
    onlyFolders ? undefined : links.total,
    onlyFolders || (showsFolders && folders.total) ? folders.total : undefined,
    isLimited,
    // A tag or category is searched as it is typed.
    type === 'tag' || type === 'category' ? '' : describeFilters(query),
    toNoun(type === 'category' ? categories.find(each => each.tag === q)?.code : shown.category),
  )
  const encryptedEnd = readsTexts(type) && <EncryptedEnd index={index} />
  const empty = <NoResults search={search}>{encryptedEnd}</NoResults>
  return (
    <div onKeyDown={onKeyDown}>
      <ResultsHead q={splitOperators(q).words || q} counts={sub} search={search} />
      <FirstMark shown={q} first={isLoaded ? first?._id : undefined} />
      {readsTexts(type) && <EncryptedHead index={index} />}
      <SearchChips search={search} openKeys={index.kids} />
      <SuggestionSlot>
        <NarrowDown
          search={shown.input === search.q.trim() ? search : { ...search, q: shown.input }}
          links={listLoaded(links, Math.min(links.total ?? 0, limits.pageSize))}
        />
      </SuggestionSlot>
      <MarksContext value={type === 'category' ? null : mark}>
        {!isEmpty && showsFolders && (
          <div {...staleProps} {...resultsAttribute}>
            <CollectionResults
              pages={folders}
              collectionsOnly={onlyFolders}
              allPath={toSearchPath({
                q,
                type: types.includes('collectionName') ? 'collectionName' : 'collection',
                category: undefined,
              })}
            />
          </div>
        )}
      </MarksContext>
      {isEmpty || (onlyFolders && folders.total === 0) ? (
        <div {...staleProps}>{empty}</div>
      ) : links.total === 0 && (folders.total ?? 0) > 0 ? (
        // An empty list would deny the collections above it.
        encryptedEnd
      ) : (
        !onlyFolders && (
          // Collections appear above it with the first answer: a new section does not shift the page.
          <section key={links.total === undefined ? 'loading' : 'loaded'}>
            <LinkResultsHead
              search={search}
              total={links.total}
              isLimited={isLimited}
              isRanked={type !== 'category' && query.text !== ''}
              selection={selection}
              isWaiting={isWaiting}
              onExport={() => openOverlay('export', { part: { name: q, every: { set, except: [] } } })}
            />
            <div {...staleProps} {...resultsAttribute} style={{ marginTop: 4 }}>
              <MarksContext value={markTitles}>
                <LinkList
                  pages={links}
                  view={view.links}
                  showsCollection
                  {...(hitCount === 0 && { set })}
                  more={isLimited}
                  selection={selection}
                  empty={empty}
                />
              </MarksContext>
            </div>
            {links.total !== undefined && links.total > 0 && encryptedEnd}
            <LinkBulk pages={links} selection={selection} set={set} more={isLimited} />
          </section>
        )
      )}
    </div>
  )
}

/** Returns what the links of a category are called. */
const toNoun = (category: number | undefined): string =>
  category === undefined ? 'link' : (categoryNames[category - 1] ?? 'link')

/** Returns the links of a search for bulk actions, without those that only the browser searches. */
function useLinkSet({ input, type, category, open_keys: kids }: ReturnType<typeof useSearch>['shown']) {
  const openKeys = kids?.join(' ')
  return useMemo(
    () => ({
      search: { input, type, ...toDayZone(input) },
      ...(category !== undefined && { category }),
      ...(openKeys && { open_keys: openKeys.split(' ') }),
    }),
    [input, type, category, openKeys],
  )
}

function ResultsHead({ q, counts, search }: { q: string; counts: string; search: Search }) {
  return (
    <div className={`flex wrap baseline ${css.head}`}>
      <h1 className="h1" dir="auto">
        {texts.resultsFor(q)}
      </h1>
      <span className={`t3 f14 ${css.counts}`} role="status">
        {counts}
      </span>
      <SaveSearchButton search={search} />
      <BackToPage />
    </div>
  )
}

function NoResults({ search, children }: { search: Search; children: ReactNode }) {
  const { q, type, category } = search
  const suggestion = useSpelling(search)
  const toState = useSearchState()
  const filters = type === 'tag' || type === 'category' ? '' : describeFilters(parseSearch(q))
  const { words } = splitOperators(q)
  const canWiden = (category !== undefined || type !== defaultSearchType) && type !== 'category'
  const phone = usePhone()
  const hasDescriptions = useSearchesDescriptions()
  // The pressed link disappears. On the phone a focused field would open the keyboard over the results.
  const keepFocus = phone ? focusPage : focusSearchField
  return (
    <EmptyState
      icon={IconSearch}
      title={texts.none}
      line={
        type === 'category'
          ? texts.noneCategory
          : filters === ''
            ? canWiden
              ? texts.noneLine
              : texts.noneAnywhere(hasDescriptions)
            : texts.searchedOnly(filters)
      }
    >
      {suggestion && (
        <p role="status">
          {texts.didYouMean}{' '}
          <RouterLink
            className={css.suggestion}
            to={toSearchPath({ ...search, q: suggestion })}
            state={toState(false)}
            onClick={keepFocus}
          >
            {suggestion}
          </RouterLink>
          ?
        </p>
      )}
      {canWiden && (
        <ButtonLink
          to={toSearchPath({ q, type: defaultSearchType, category: undefined })}
          state={toState(false)}
          onClick={keepFocus}
        >
          {texts.everywhere}
        </ButtonLink>
      )}
      {filters !== '' && words !== '' && (
        <ButtonLink to={toSearchPath({ ...search, q: words })} state={toState(false)} onClick={keepFocus}>
          {texts.clearFilters}
        </ButtonLink>
      )}
      {children}
    </EmptyState>
  )
}
