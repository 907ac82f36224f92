import { limits } from '@nestmark/core/limits'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { uiTexts } from '@nestmark/texts/ui'
import { useRef, useState } from 'react'
import { usePhone } from '../../../lib/media/media.ts'
import { IconChevronDown, IconSearch, IconX } from '../../../ui/icons.ts'
import { Menu } from '../../../ui/menus/Menu.tsx'
import css from './HighlightHead.module.css'
import type { HighlightQuery } from './highlightQuery.ts'

const types = [1, 2] as const

/** Searches highlights by the address of their page or by their words. It runs on Enter and on the icon, not while typing. */
export function HighlightSearch({
  query,
  onSearch,
  onClear,
}: {
  query: HighlightQuery
  onSearch: (input: string, type: 1 | 2) => void
  /** Returns to the list. */
  onClear: () => void
}) {
  const [text, setText] = useState(query.input)
  const [type, setType] = useState(query.type)
  const [shown, setShown] = useState(query)
  const field = useRef<HTMLInputElement>(null)
  const phone = usePhone()
  // Back, Forward and Clear change the search that the page shows.
  if (shown.input !== query.input || shown.type !== query.type) {
    setShown(query)
    setText(query.input)
    setType(query.type)
  }
  const clear = () => {
    setText('')
    field.current?.focus()
    if (query.input !== '') onClear()
  }
  return (
    <form
      className={`row g4 min0 framed ${css.search}`}
      role="search"
      aria-label={texts.search}
      onSubmit={event => {
        event.preventDefault()
        const input = text.trim()
        if (input === '') return clear()
        onSearch(input, type)
        // On a phone, this closes the keyboard, so that the results can be seen.
        if (phone) field.current?.blur()
      }}
    >
      <Menu
        label={texts.searchBy}
        items={types.map(each => ({
          label: texts.searchTypes[each],
          checked: each === type,
          run: () => setType(each),
        }))}
      >
        {trigger => (
          <button
            type="button"
            className={`row t2 rigid ${css.type}`}
            aria-label={`${texts.searchBy}: ${texts.searchTypes[type]}`}
            {...trigger}
          >
            {(phone ? texts.shortSearchTypes : texts.searchTypes)[type]}
            <IconChevronDown className="i s12" />
          </button>
        )}
      </Menu>
      <input
        ref={field}
        type="search"
        className={`grow t1 f14 unframed ${css.input}`}
        aria-label={texts.search}
        placeholder={texts.search}
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={limits.address}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Escape' || text === '') return
          event.preventDefault()
          clear()
        }}
      />
      {text !== '' && (
        <button
          type="button"
          className={`centre rigid ${css.clear}`}
          aria-label={uiTexts.clearSearch}
          onClick={clear}
        >
          <IconX className="i s14" />
        </button>
      )}
      <button
        type="submit"
        className={`centre rigid ${css.run}`}
        aria-label={texts.runSearch}
        data-tip={texts.runSearch}
      >
        <IconSearch className="i" />
      </button>
    </form>
  )
}
