import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { SearchType } from '@nestmark/contract/searchTypes'
import { useMe } from '../session/data.ts'
import { readSearch, type Search, searchPath, listSearchTypes } from './address.ts'

const pause = 220

/**
 * Synchronises the text of the search field with the URL of the search page, so that results appear during typing.
 * Typing replaces the current history entry; Enter creates a new entry, to which the user can go back.
 */
export function useSearchBox() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const types = listSearchTypes(useMe())
  const here = /^\/search\/?$/.test(pathname)
  const asked = readSearch(here ? search : '', types[0] ?? 'link')
  // A category is not text, and the next search uses the default type.
  const shown = asked.type === 'category' ? '' : asked.q
  const type = types.find(known => known === asked.type) ?? types[0] ?? 'link'
  const [words, setWords] = useState(shown)
  const [told, setTold] = useState(shown)
  const [seen, setSeen] = useState(shown)
  /** Searches from this field whose navigation is not in the URL yet. */
  const [under, setUnder] = useState<readonly string[]>([])
  const [picked, setPicked] = useState<SearchType>(type)
  const [knownType, setKnownType] = useState(type)
  /** True when Enter or a link created the current history entry: typing must not replace it. */
  const settled = useRef(true)

  // The URL changed for another reason (back, a tag, another page): show its text. A search from this field may arrive
  // late, when the user has typed on; it must not replace the text.
  if (seen !== shown) {
    setSeen(shown)
    const at = under.indexOf(shown)
    if (at >= 0) setUnder(under.slice(at + 1))
    else {
      setUnder([])
      setTold(shown)
      if (words.trim() !== shown) setWords(shown)
    }
  }
  if (knownType !== type) {
    setKnownType(type)
    setPicked(type)
  }

  /** Navigates to the current search with `change`; `settle` creates a history entry that typing does not replace. */
  const go = (change: Partial<Search>, settle: boolean) => {
    const next: Search = {
      q: words.trim(),
      type: picked,
      category: here && asked.type !== 'category' ? asked.category : undefined,
      order: here ? asked.order : undefined,
      ...change,
    }
    if (next.q === '' && !here) return
    const path = searchPath(next)
    const same = here && path === searchPath(asked)
    if (!same) {
      setTold(next.q)
      if (next.q !== shown || under.length > 0) setUnder([...under, next.q])
      void navigate(path, { replace: here && !settled.current })
    }
    settled.current = settle
  }
  const typed = useEffectEvent((text: string) => go({ q: text.trim() }, false))
  const waiting = words.trim() !== told
  useEffect(() => {
    if (!waiting) return
    const wait = setTimeout(() => typed(words), pause)
    return () => clearTimeout(wait)
  }, [words, waiting])

  /** Drops text that was typed since the last search, because the user opens another page. */
  const leave = () => setWords(told)

  return { words, setWords, types, picked, setPicked, go, leave }
}
