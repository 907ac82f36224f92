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
import { findTarget, applySuggestion } from './suggestions.ts'
import { useSearchBox } from './useSearchBox.ts'
import { type Suggestion, useSuggestions } from './useSuggestions.ts'

/** The search field with suggestions for tags, collections and operators. The key `/` focuses it. */
export function SearchBox({ autoFocus }: { autoFocus?: boolean }) {
  const { text, setText, types, pickedType, setPickedType, runSearch, resetText } = useSearchBox()
  const navigate = useNavigate()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [box, setBox] = useState<HTMLFormElement | null>(null)
  /** The cursor position that suggestions are for; null after the list was closed or the field lost the focus. */
  const [cursor, setCursor] = useState<number | null>(null)
  const [activeIndex, setActiveIndex] = useState(-1)
  const target = cursor === null ? null : findTarget(text, cursor)
  const items = useSuggestions(target)
  const isListOpen = items.length > 0

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
    setActiveIndex(-1)
  }
  const choose = ({ path: page, replace }: Suggestion) => {
    closeList()
    if (page) {
      resetText()
      input.current?.blur()
      void navigate(page)
    } else if (replace && target) {
      const next = applySuggestion(text, target, replace)
      setText(next.text)
      setCursor(replace.endsWith(':') ? next.cursor : null)
      // The selection can be set only after the input shows the new text.
      requestAnimationFrame(() => input.current?.setSelectionRange(next.cursor, next.cursor))
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const active = isListOpen ? items[activeIndex] : undefined
    if (step && isListOpen) {
      event.preventDefault()
      setActiveIndex(
        (activeIndex + step + items.length + (activeIndex < 0 && step < 0 ? 1 : 0)) % items.length,
      )
    } else if (active && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault()
      choose(active)
    } else if (event.key === 'Escape') {
      if (isListOpen) {
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
        if (text.trim() !== '') runSearch({}, true)
      }}
    >
      <IconSearch className="i" />
      <input
        ref={input}
        type="search"
        className={css.input}
        role="combobox"
        aria-expanded={isListOpen}
        aria-controls={listId}
        aria-activedescendant={isListOpen && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
        aria-autocomplete="list"
        aria-label={texts.search}
        placeholder={texts.search}
        autoComplete="off"
        autoFocus={autoFocus}
        enterKeyHint="search"
        dir="auto"
        maxLength={limits.searchInput}
        value={text}
        onChange={event => {
          setText(event.target.value)
          setCursor(event.target.selectionStart ?? event.target.value.length)
          setActiveIndex(-1)
        }}
        onKeyDown={onKeyDown}
        onBlur={closeList}
      />
      {text === '' ? (
        <span className={css.shortcut} aria-hidden="true">
          <Kbd keys={['/']} />
        </span>
      ) : (
        <button
          type="button"
          className={css.clear}
          aria-label={searchTexts.clear}
          onClick={() => {
            setText('')
            input.current?.focus()
          }}
        >
          <IconX className="i s14" />
        </button>
      )}
      <Menu
        label={texts.searchFor}
        items={types.map(type => ({
          label: texts.searchTypes[type],
          checked: type === pickedType,
          run: () => {
            setPickedType(type)
            if (text.trim() !== '') runSearch({ type, category: undefined }, true)
          },
        }))}
      >
        {trigger => (
          <button
            type="button"
            className={css.type}
            aria-label={`${texts.searchFor}: ${texts.searchTypes[pickedType]}`}
            {...trigger}
          >
            {texts.searchTypes[pickedType]} <IconChevronDown className="i s12" />
          </button>
        )}
      </Menu>
      {isListOpen && box && (
        <SearchSuggestions
          id={listId}
          anchor={box}
          items={items}
          activeIndex={activeIndex}
          onActivate={setActiveIndex}
          onChoose={choose}
          onClose={closeList}
        />
      )}
    </form>
  )
}
