import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { SearchType } from '@nestmark/contract/searchTypes'
import { useMe } from '../session/data.ts'
import { readSearch, type Search, searchPath, listSearchTypes } from './address.ts'

const pause = 220

/**
 * The words of the search field and the address of the search page, kept the same: results come while one types. Typing
 * changes the present entry of the history; Enter makes the search an entry of its own, to which one can come back.
 */
export function useSearchBox() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const types = listSearchTypes(useMe())
  const here = /^\/search\/?$/.test(pathname)
  const asked = readSearch(here ? search : '', types[0] ?? 'link')
  // A category is not typed, and the usual place is looked in next.
  const shown = asked.type === 'category' ? '' : asked.q
  const type = types.find(known => known === asked.type) ?? types[0] ?? 'link'
  const [words, setWords] = useState(shown)
  const [told, setTold] = useState(shown)
  const [seen, setSeen] = useState(shown)
  /** Searches of this field's own that are not in the address yet. */
  const [under, setUnder] = useState<readonly string[]>([])
  const [picked, setPicked] = useState<SearchType>(type)
  const [knownType, setKnownType] = useState(type)
  /** The present entry was made by Enter or by a link: typing must not change it. */
  const settled = useRef(true)

  // The address changed by itself (back, a tag, another page): follow it. Searches of this field's own may arrive late,
  // when one has typed on, and are no reason to change what stands there.
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

  /** Goes to the search as it stands, changed; `settle` makes it an entry of its own. */
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

  /** What was typed since the last search is dropped: one goes somewhere else. */
  const leave = () => setWords(told)

  return { words, setWords, types, picked, setPicked, go, leave }
}
