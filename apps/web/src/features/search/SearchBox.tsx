import { limits } from '@nestmark/core/limits'
import { searchTexts } from '@nestmark/texts/search'
import { shellTexts as texts } from '@nestmark/texts/shell'
import { type KeyboardEvent, useId, useRef } from 'react'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { usePhone } from '../../lib/media.ts'
import { overlays } from '../../lib/overlay.ts'
import { useStore } from '../../lib/store.ts'
import { IconSearch, IconX } from '../../ui/icons.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import css from './SearchBox.module.css'
import { useLeaveSearch } from './searchOrigin.ts'
import { focusFirstResult, suggestionSlot, textToOpen } from './searchResults.ts'
import { SearchSuggestions } from './SearchSuggestions.tsx'
import { SearchTypeMenu } from './SearchTypeMenu.tsx'
import { useCompletions } from './useCompletions.ts'
import { useSearchBox } from './useSearchBox.ts'

/**
 * The search field. The search page shows its suggestions for tags, collections and operators. The key `/` focuses it,
 * Enter opens the first result, Down moves to the results, and Esc goes back to the page before the search.
 */
export function SearchBox({ autoFocus }: { autoFocus?: boolean }) {
  const { text, setText, types, pickedType, setPickedType, runSearch, resetText } = useSearchBox()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const slot = useStore(suggestionSlot)
  const leave = useLeaveSearch()
  const phone = usePhone()
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
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || completions.onKeyDown(event)) return
    if (event.key === 'ArrowDown' && focusFirstResult()) event.preventDefault()
    else if (event.key === 'Escape') {
      event.currentTarget.blur()
      leave?.()
    }
  }
  return (
    <form
      className={css.box}
      role="search"
      aria-label={texts.search}
      onSubmit={event => {
        event.preventDefault()
        closeList()
        if (text.trim() === '') return
        runSearch({}, true)
        // On a phone, the key closes the keyboard, so that the results can be seen.
        if (phone) input.current?.blur()
        else textToOpen.set(text.trim())
      }}
    >
      <IconSearch className="i" />
      <input
        ref={input}
        type="search"
        className={css.input}
        role="combobox"
        aria-expanded={isListOpen && slot !== null}
        aria-controls={listId}
        aria-activedescendant={
          isListOpen && slot && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined
        }
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
        onKeyDown={onKeyDown}
        onBlur={closeList}
      />
      <ClearButton
        isEmpty={text === ''}
        onClear={() => {
          setText('')
          input.current?.focus()
        }}
      />
      <SearchTypeMenu
        types={types}
        picked={pickedType}
        onPick={type => {
          setPickedType(type)
          if (text.trim() !== '') runSearch({ type, category: undefined }, true)
        }}
      />
      {isListOpen && slot && (
        <SearchSuggestions
          id={listId}
          slot={slot}
          items={items}
          activeIndex={activeIndex}
          onChoose={completions.choose}
        />
      )}
    </form>
  )
}

/** Clears the field. An empty field shows its keys instead. */
function ClearButton({ isEmpty, onClear }: { isEmpty: boolean; onClear: () => void }) {
  return isEmpty ? (
    <span className={css.shortcut} aria-hidden="true">
      <Kbd keys={['/']} />
      <Kbd keys={['Ctrl', 'K']} />
    </span>
  ) : (
    <button type="button" className={css.clear} aria-label={searchTexts.clear} onClick={onClear}>
      <IconX className="i s14" />
    </button>
  )
}
