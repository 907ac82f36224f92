import type { SearchType } from '@nestmark/contract/search'
import { shellTexts as texts } from '@nestmark/texts/shell'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useMe } from '../../features/session/data.ts'
import { isFree } from '../../features/session/plan.ts'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { IconChevronDown, IconSearch } from '../../ui/icons.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { Menu } from '../../ui/Menu.tsx'
import css from './SearchBox.module.css'

/** What can be looked for, by plan; the first is the usual one. */
const paidTypes: readonly SearchType[] = ['linkTitle', 'linkUrl', 'collectionName', 'tag']
const freeTypes: readonly SearchType[] = ['link', 'collection', 'tag']

/** The search of the header: `/` leads into it, Enter to the results. */
export function SearchBox() {
  const { pathname, search } = useLocation()
  const asked = pathname.startsWith('/search') ? new URLSearchParams(search) : null
  // A new search on the page is a new content of the box.
  return (
    <Box key={asked?.toString() ?? ''} asked={asked?.get('q') ?? ''} type={asked?.get('type') ?? undefined} />
  )
}

function Box({ asked, type }: { asked: string; type: string | undefined }) {
  const me = useMe()
  const navigate = useNavigate()
  const types = me && !isFree(me) ? paidTypes : freeTypes
  const [words, setWords] = useState(asked)
  const [picked, setPicked] = useState(type)
  const chosen = types.find(known => known === picked) ?? types[0] ?? 'link'
  const input = useRef<HTMLInputElement>(null)
  useHotkeys({
    '/': event => {
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    },
  })
  const go = (as: SearchType) => {
    const q = words.trim()
    if (q !== '') void navigate(`/search/?q=${encodeURIComponent(q)}&type=${as}`)
  }
  return (
    <form
      className={css.box}
      role="search"
      aria-label={texts.search}
      onSubmit={event => {
        event.preventDefault()
        go(chosen)
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
        dir="auto"
        maxLength={200}
        value={words}
        onChange={event => setWords(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') input.current?.blur()
        }}
      />
      <span className={css.key} aria-hidden="true">
        <Kbd keys={['/']} />
      </span>
      <Menu
        label={texts.searchFor}
        items={types.map(known => ({
          label: texts.searchTypes[known],
          checked: known === chosen,
          run: () => {
            setPicked(known)
            if (asked !== '') go(known)
          },
        }))}
      >
        {trigger => (
          <button
            type="button"
            className={css.type}
            aria-label={`${texts.searchFor}: ${texts.searchTypes[chosen]}`}
            {...trigger}
          >
            {texts.searchTypes[chosen]} <IconChevronDown className="i s12" />
          </button>
        )}
      </Menu>
    </form>
  )
}
