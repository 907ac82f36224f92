import { limits } from '@nestmark/core/limits'
import { searchTexts } from '@nestmark/texts/search'
import { shellTexts as texts } from '@nestmark/texts/shell'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { overlays } from '../../lib/overlay.ts'
import { IconChevronDown, IconSearch, IconX } from '../../ui/icons.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { Menu } from '../../ui/Menu.tsx'
import css from './SearchBox.module.css'
import { SearchSuggestions } from './SearchSuggestions.tsx'
import { askedAt, completed } from './suggestions.ts'
import { useSearchBox } from './useSearchBox.ts'
import { type Suggestion, useSuggestions } from './useSuggestions.ts'

/** The search field with suggestions for tags, collections and operators. The key `/` focuses it. */
export function SearchBox({ autoFocus }: { autoFocus?: boolean }) {
  const { words, setWords, types, picked, setPicked, go, leave } = useSearchBox()
  const navigate = useNavigate()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [box, setBox] = useState<HTMLFormElement | null>(null)
  /** The cursor position that suggestions are for; null after the list was closed or the field lost the focus. */
  const [cursor, setCursor] = useState<number | null>(null)
  const [at, setAt] = useState(-1)
  const asked = cursor === null ? null : askedAt(words, cursor)
  const items = useSuggestions(asked)
  const listed = items.length > 0

  useHotkeys({
    '/': event => {
      // An open dialog receives all keys.
      if (overlays.get().length > 0) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    },
  })
  const closeList = () => {
    setCursor(null)
    setAt(-1)
  }
  const choose = ({ go: page, replace }: Suggestion) => {
    closeList()
    if (page) {
      leave()
      input.current?.blur()
      void navigate(page)
    } else if (replace && asked) {
      const next = completed(words, asked, replace)
      setWords(next.text)
      setCursor(replace.endsWith(':') ? next.cursor : null)
      // The selection can be set only after the input shows the new text.
      requestAnimationFrame(() => input.current?.setSelectionRange(next.cursor, next.cursor))
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const marked = listed ? items[at] : undefined
    if (step && listed) {
      event.preventDefault()
      setAt((at + step + items.length + (at < 0 && step < 0 ? 1 : 0)) % items.length)
    } else if (marked && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault()
      choose(marked)
    } else if (event.key === 'Escape') {
      if (listed) {
        event.preventDefault()
        event.stopPropagation()
        closeList()
      } else input.current?.blur()
    }
  }
  return (
    <form
      ref={setBox}
      className={css.box}
      role="search"
      aria-label={texts.search}
      onSubmit={event => {
        event.preventDefault()
        closeList()
        if (words.trim() !== '') go({}, true)
      }}
    >
      <IconSearch className="i" />
      <input
        ref={input}
        type="search"
        className={css.input}
        role="combobox"
        aria-expanded={listed}
        aria-controls={listId}
        aria-activedescendant={listed && at >= 0 ? `${listId}-${at}` : undefined}
        aria-autocomplete="list"
        aria-label={texts.search}
        placeholder={texts.search}
        autoComplete="off"
        autoFocus={autoFocus}
        enterKeyHint="search"
        dir="auto"
        maxLength={limits.searchInput}
        value={words}
        onChange={event => {
          setWords(event.target.value)
          setCursor(event.target.selectionStart ?? event.target.value.length)
          setAt(-1)
        }}
        onKeyDown={onKeyDown}
        onBlur={closeList}
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
      {listed && box && (
        <SearchSuggestions
          id={listId}
          anchor={box}
          items={items}
          at={at}
          onAt={setAt}
          onChoose={choose}
          onClose={closeList}
        />
      )}
    </form>
  )
}
