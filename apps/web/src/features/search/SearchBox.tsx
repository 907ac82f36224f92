import type { SearchType } from '@nestmark/contract/search'
import { limits } from '@nestmark/core/limits'
import { searchTexts } from '@nestmark/texts/search'
import { shellTexts as texts } from '@nestmark/texts/shell'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { overlays } from '../../lib/overlay.ts'
import { IconChevronDown, IconSearch, IconX } from '../../ui/icons.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { useMe } from '../session/data.ts'
import { readSearch, type Search, searchPath, searchTypesOf } from './address.ts'
import css from './SearchBox.module.css'

const pause = 220

/**
 * The search field: results come while one types, and `/` leads into it. Typing changes the present entry of the
 * history; Enter makes the search an entry of its own, to which one can come back.
 */
export function SearchBox({ autoFocus }: { autoFocus?: boolean }) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const types = searchTypesOf(useMe())
  const here = /^\/search\/?$/.test(pathname)
  const asked = readSearch(here ? search : '', types[0] ?? 'link')
  // A category is not typed, and the usual place is looked in next.
  const shown = asked.type === 'category' ? '' : asked.q
  const type = types.find(known => known === asked.type) ?? types[0] ?? 'link'
  const [words, setWords] = useState(shown)
  const [told, setTold] = useState(shown)
  const [picked, setPicked] = useState<SearchType>(type)
  const [knownType, setKnownType] = useState(type)
  const input = useRef<HTMLInputElement>(null)
  /** The present entry was made by Enter or by a link: typing must not change it. */
  const settled = useRef(true)

  // The address changed by itself (back, a tag, another page): follow it.
  if (told !== shown) {
    setTold(shown)
    if (words.trim() !== shown) setWords(shown)
  }
  if (knownType !== type) {
    setKnownType(type)
    setPicked(type)
  }
  useHotkeys({
    '/': event => {
      // A dialog keeps the keys to itself.
      if (overlays.get().length > 0) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    },
  })

  const go = (change: Partial<Search>, settle: boolean) => {
    const next: Search = {
      q: words.trim(),
      type: picked,
      category: here && asked.type !== 'category' ? asked.category : undefined,
      ...change,
    }
    if (next.q === '' && !here) return
    const path = searchPath(next)
    const same = here && path === searchPath(asked)
    if (!same) {
      setTold(next.q)
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

  return (
    <form
      className={css.box}
      role="search"
      aria-label={texts.search}
      onSubmit={event => {
        event.preventDefault()
        if (words.trim() !== '') go({}, true)
      }}
    >
      <IconSearch className="i" />
      <input
        ref={input}
        type="search"
        className={css.input}
        aria-label={texts.search}
        placeholder={texts.search}
        autoComplete="off"
        autoFocus={autoFocus}
        enterKeyHint="search"
        dir="auto"
        maxLength={limits.searchInput}
        value={words}
        onChange={event => setWords(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') input.current?.blur()
        }}
      />
      {words === '' ? (
        <span className={css.key} aria-hidden="true">
          <Kbd keys={['/']} />
        </span>
      ) : (
        <button
          type="button"
          className={css.clear}
          aria-label={searchTexts.clear}
          onClick={() => {
            setWords('')
            input.current?.focus()
          }}
        >
          <IconX className="i s14" />
        </button>
      )}
      <Menu
        label={texts.searchFor}
        items={types.map(known => ({
          label: texts.searchTypes[known],
          checked: known === picked,
          run: () => {
            setPicked(known)
            if (words.trim() !== '') go({ type: known, category: undefined }, true)
          },
        }))}
      >
        {trigger => (
          <button
            type="button"
            className={css.type}
            aria-label={`${texts.searchFor}: ${texts.searchTypes[picked]}`}
            {...trigger}
          >
            {texts.searchTypes[picked]} <IconChevronDown className="i s12" />
          </button>
        )}
      </Menu>
    </form>
  )
}
