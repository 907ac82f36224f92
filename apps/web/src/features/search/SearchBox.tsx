import { limits } from '@nestmark/core/limits'
import { searchTexts } from '@nestmark/texts/search'
import { shellTexts as texts } from '@nestmark/texts/shell'
import { useId, useRef, useState } from 'react'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { overlays } from '../../lib/overlay.ts'
import { IconSearch, IconX } from '../../ui/icons.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import css from './SearchBox.module.css'
import { SearchSuggestions } from './SearchSuggestions.tsx'
import { SearchTypeMenu } from './SearchTypeMenu.tsx'
import { useCompletions } from './useCompletions.ts'
import { useSearchBox } from './useSearchBox.ts'

/** The search field with suggestions for tags, collections and operators. The key `/` focuses it. */
export function SearchBox({ autoFocus }: { autoFocus?: boolean }) {
  const { text, setText, types, pickedType, setPickedType, runSearch, resetText } = useSearchBox()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [box, setBox] = useState<HTMLFormElement | null>(null)
  const { items, isListOpen, activeIndex, closeList, ...completions } = useCompletions(
    { text, setText, resetText },
    input,
  )

  useHotkeys({
    '/': event => {
      // An open dialog receives all keys.
      if (overlays.get().length > 0) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    },
  })
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
          completions.moveCursor(event.target.selectionStart ?? event.target.value.length)
        }}
        onKeyDown={completions.onKeyDown}
        onBlur={closeList}
      />
      {text === '' ? (
        <span className={css.shortcut} aria-hidden="true">
          <Kbd keys={['/']} />
          <Kbd keys={['Ctrl', 'K']} />
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
      <SearchTypeMenu
        types={types}
        picked={pickedType}
        onPick={type => {
          setPickedType(type)
          if (text.trim() !== '') runSearch({ type, category: undefined }, true)
        }}
      />
      {isListOpen && box && (
        <SearchSuggestions
          id={listId}
          anchor={box}
          items={items}
          activeIndex={activeIndex}
          onActivate={completions.setActiveIndex}
          onChoose={completions.choose}
          onClose={closeList}
        />
      )}
    </form>
  )
}
