import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from '../../../lib/router/location.ts'
import { matchPath } from '../../../lib/router/paths.ts'
import type { SearchType } from '@nestmark/contract/search/searchTypes'
import { encryptedFilter, type EncryptedPlace } from '../../links/encryptedPlace.ts'
import { useListQuery } from '../../links/listQuery.ts'
import { useStore } from '../../../lib/store.ts'
import { useMe } from '../../session/data.ts'
import { isSearchPath, isSearchAddress, useSearchState } from '../results/searchOrigin.ts'
import { forgetEnter } from '../results/searchResults.ts'
import { defaultSearchType, readSearch, type Search, toSearchPath, listSearchTypes } from '../searchUrl.ts'
import { withoutUnfinishedOperator } from './suggestions.ts'

const typingPause = 220

/**
 * Synchronises the text of the search field with the URL of the search page, so that results appear during typing.
 * Typing replaces the current history entry; Enter creates a new entry, to which the user can go back.
 * @param place the encrypted collection on the page: the text is the filter of its list, and nothing is sent. Undefined
 * while this is unknown: the text waits.
 */
export function useSearchBox(place: EncryptedPlace | null | undefined) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const types = listSearchTypes(useMe())
  const toState = useSearchState()
  const isSearchPage = isSearchPath(pathname)
  const list = useListQuery(place?.id)
  const urlSearch = readSearch(isSearchPage ? search : '')
  // A category is not text.
  const searchText = urlSearch.type === 'category' ? '' : urlSearch.q
  const filter = useStore(encryptedFilter)?.input.trim()
  // A filter that was typed on another page is there before its collection is loaded.
  const urlText = place ? list.query.input.trim() : (place === undefined && filter) || searchText
  // The specification shows the type after the default one for a category (SRCH-03).
  const otherType = urlSearch.type === 'category' ? types[1] : undefined
  const urlType = types.find(type => type === urlSearch.type) ?? otherType ?? defaultSearchType
  const [text, setText] = useState(urlText)
  const [searchedText, setSearchedText] = useState(urlText)
  const [lastUrlText, setLastUrlText] = useState(urlText)
  /** Searches from this field whose navigation is not in the URL yet. */
  const [pendingTexts, setPendingTexts] = useState<readonly string[]>([])
  const [pickedType, setPickedType] = useState<SearchType>(urlType)
  const [lastUrlType, setLastUrlType] = useState(urlType)
  /** True when Enter or a link created the current history entry: typing must not replace it. */
  const isSettled = useRef(true)

  // The URL changed for another reason (back, a tag, another page): show its text. A search from this field may arrive
  // late, when the user has typed on; it must not replace the text.
  if (lastUrlText !== urlText) {
    setLastUrlText(urlText)
    const index = pendingTexts.indexOf(urlText)
    if (index >= 0) setPendingTexts(pendingTexts.slice(index + 1))
    else {
      setPendingTexts([])
      setSearchedText(urlText)
      if (text.trim() !== urlText) setText(urlText)
    }
  }
  if (lastUrlType !== urlType) {
    setLastUrlType(urlType)
    setPickedType(urlType)
  }

  /** Filters the list of an encrypted collection, and opens it where the page is one of its links. */
  const filterList = (id: string, input: string) => {
    setSearchedText(input)
    setPendingTexts([...pendingTexts, input])
    if (matchPath('/c/:id', pathname)) return list.change({ input })
    encryptedFilter.set({ id, input })
    void navigate(`/c/${id}`)
  }
  /** Navigates to the current search with `change`; `settle` creates a history entry that typing does not replace. */
  const runSearch = (change: Partial<Search>, settle: boolean) => {
    const next: Search = {
      q: text.trim(),
      type: pickedType,
      category: isSearchPage && urlSearch.type !== 'category' ? urlSearch.category : undefined,
      order: isSearchPage ? urlSearch.order : undefined,
      ...change,
    }
    if (place === undefined || (place && next.q === urlText)) return
    if (place) return filterList(place.id, next.q)
    if (next.q === '' && !isSearchPage) return
    const path = toSearchPath(next)
    const isSame = isSearchPage && path === toSearchPath(urlSearch)
    if (!isSame) {
      setSearchedText(next.q)
      if (next.q !== urlText || pendingTexts.length > 0) setPendingTexts([...pendingTexts, next.q])
      const replace = (isSearchPage || isSearchAddress()) && !isSettled.current
      void navigate(path, { replace, state: toState(replace) })
    }
    isSettled.current = settle
  }
  const searchTyped = useEffectEvent((value: string) =>
    // The filter of a list has no operators.
    runSearch({ q: place ? value.trim() : withoutUnfinishedOperator(value).trim() }, false),
  )
  const isWaiting = place === undefined
  const isUnsearched = text.trim() !== searchedText && !isWaiting
  useEffect(() => {
    if (!isUnsearched) return
    const timer = setTimeout(() => searchTyped(text), typingPause)
    return () => clearTimeout(timer)
  }, [text, isUnsearched])

  /** Sets the text. The result that Enter marked or waits for belongs to the text before. */
  const changeText = (next: string) => {
    forgetEnter()
    setText(next)
  }

  /** Drops text that was typed since the last search, because the user opens another page. */
  const resetText = () => setText(searchedText)

  return { text, setText: changeText, types, pickedType, setPickedType, runSearch, resetText }
}
