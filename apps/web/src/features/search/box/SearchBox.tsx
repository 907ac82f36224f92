import { searchTexts } from '@nestmark/texts/search/search'
import { shellTexts as texts } from '@nestmark/texts/shell'
import { type KeyboardEvent, useEffect, useId, useRef, type RefObject } from 'react'
import { useLocation } from '../../../lib/router/location.ts'
import { useHotkeys } from '../../../lib/focus/hotkeys.ts'
import { lazyPart } from '../../../lib/lazy.ts'
import { usePhone } from '../../../lib/media/media.ts'
import { overlays } from '../../../lib/overlays/overlay.ts'
import { createStore, useStore } from '../../../lib/store.ts'
import { IconSearch, IconX } from '../../../ui/icons.ts'
import { Kbd } from '../../../ui/menus/Kbd.tsx'
import { type EncryptedPlace, useEncryptedPlace } from '../../links/encryptedPlace.ts'
import { focusLastChip } from '../operators/OperatorChips.tsx'
import { readsTexts } from '../encrypted/searchedFields.ts'
import css from './SearchBox.module.css'
import { isSearchPath, rememberFocus, restoreFocus, useLeaveSearch } from '../results/searchOrigin.ts'
import { enterSearch, focusFirstResult, markedText, suggestionSlot } from '../results/searchResults.ts'
import { SearchInput } from './SearchInput.tsx'
import { FieldScope } from './SearchScopeChip.tsx'
import { SearchSuggestions } from './SearchSuggestions.tsx'
import { SearchTypeMenu } from '../results/SearchTypeMenu.tsx'
import { useCompletions } from './useCompletions.ts'
import { useOperatorChips } from '../operators/useOperatorChips.ts'
import { useSearchBox } from './useSearchBox.ts'

/** Only a search needs the index of encrypted links. */
const HereMark = lazyPart(() => import('../encrypted/HereMark.tsx'))

/**
 * The search field. It shows complete operators as chips before the words, and the search page shows its suggestions
 * for tags, collections and operators. The key `/` focuses it, Enter
 * marks the first result and the next Enter opens it, Down moves to the results, and Esc goes back to the page before the search.
 * On an encrypted collection it filters its list, in this browser, until the person searches the library.
 */
export function SearchBox({ autoFocus }: { autoFocus?: boolean }) {
  const { place, widen } = useSearchScope()
  const { text, setText, types, pickedType, setPickedType, runSearch, resetText } = useSearchBox(place)
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const slot = useStore(suggestionSlot)
  const phone = usePhone()
  // The filter of a list has no operators.
  const field = useOperatorChips({ text, setText, hasOperators: !place && pickedType !== 'tag' })
  const { items, isListOpen, activeIndex, closeList, ...completions } = useCompletions(
    { text: field.words, setText: field.setWords, resetText },
    input,
    place === null,
  )
  useSlashKey(input)
  const onKeyDown = useFieldKeys({
    isCompleting: completions.onKeyDown,
    onClear: place && text !== '' ? () => setText('') : null,
  })
  return (
    <form
      className={`row g8 min0 framed ${css.box}`}
      role="search"
      aria-label={texts.search}
      onSubmit={event => {
        event.preventDefault()
        closeList()
        field.endTyping()
        if (text.trim() === '') return
        runSearch({}, true)
        // On a phone, the key closes the keyboard, so that the results can be seen.
        if (phone) input.current?.blur()
        else if (!place) enterSearch(text.trim())
      }}
    >
      <IconSearch className="i" />
      <SearchInput
        field={field}
        scope={
          place ? (
            <FieldScope name={place.name} search={{ q: text, type: pickedType }} {...{ widen, input }} />
          ) : null
        }
        label={place ? searchTexts.scope.field(place.name) : texts.search}
        input={input}
        aria-expanded={isListOpen && slot !== null}
        aria-controls={listId}
        aria-activedescendant={
          isListOpen && slot && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined
        }
        autoFocus={autoFocus}
        onWords={(words, cursor) => {
          field.setWords(words)
          completions.moveCursor(cursor)
        }}
        onKeyDown={onKeyDown}
        onFocus={event => rememberFocus(event.relatedTarget)}
        onBlur={() => {
          field.endTyping()
          closeList()
          markedText.set(null)
        }}
      />
      <ClearButton
        isEmpty={text === ''}
        onClear={() => {
          setText('')
          input.current?.focus()
        }}
      />
      {text !== '' && readsTexts(pickedType) && <SearchMark />}
      {!place && (
        <SearchTypeMenu
          types={types}
          picked={pickedType}
          onPick={type => {
            setPickedType(type)
            if (text.trim() !== '') runSearch({ type, category: undefined }, true)
          }}
        />
      )}
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

/** The page on which the person chose to search the library instead of its encrypted collection. */
const widenedPage = createStore<string | null>(null)

/** Returns the encrypted collection to which the search field is limited, and lifts this limit while its page is open. */
function useSearchScope(): { place: EncryptedPlace | null | undefined; widen: () => void } {
  const { pathname } = useLocation()
  const place = useEncryptedPlace()
  const isWidened = useStore(widenedPage) === pathname
  // The next visit of the page is limited again.
  useEffect(() => () => widenedPage.set(now => (now === pathname ? null : now)), [pathname])
  return { place: isWidened ? null : place, widen: () => widenedPage.set(pathname) }
}

/**
 * Returns the key handler of the field: arrow keys move to the results and to the chips, Esc leaves the search.
 * @param isCompleting handles a key of the suggestions; false for other keys
 * @param onClear clears a field that filters a list; null where Esc leaves the field
 */
function useFieldKeys({
  isCompleting,
  onClear,
}: {
  isCompleting: (event: KeyboardEvent<HTMLInputElement>) => boolean
  onClear: (() => void) | null
}) {
  const leave = useLeaveSearch() ?? restoreFocus
  return (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || isCompleting(event)) return
    const { selectionStart, selectionEnd } = event.currentTarget
    const isAtStart = selectionStart === 0 && selectionEnd === 0
    if (event.key === 'ArrowDown' && focusFirstResult()) event.preventDefault()
    else if (isAtStart && /^(Backspace|ArrowLeft)$/.test(event.key) && focusLastChip(event.currentTarget))
      event.preventDefault()
    else if (event.key === 'Escape') {
      // By default the browser clears the field, and with it the results.
      event.preventDefault()
      if (onClear) return onClear()
      event.currentTarget.blur()
      leave()
    }
  }
}

/** Focuses the field and selects its text with the key `/`. */
function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  useHotkeys({
    '/': event => {
      // An open dialog receives all keys.
      if (overlays.get().length > 0) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    },
  })
}

/** Clears the field. An empty field shows its keys instead. */
function ClearButton({ isEmpty, onClear }: { isEmpty: boolean; onClear: () => void }) {
  return isEmpty ? (
    <span className={`flex g8 ${css.shortcut}`} aria-hidden="true">
      <Kbd keys={['/']} />
      <Kbd keys={['Ctrl', 'K']} />
    </span>
  ) : (
    <button type="button" className={`flex t3 ${css.clear}`} aria-label={searchTexts.clear} onClick={onClear}>
      <IconX className="i s14" />
    </button>
  )
}

/** Marks the field on the search page while encrypted links take part. The phone has the mark above the results. */
function SearchMark() {
  const isSearchPage = isSearchPath(useLocation().pathname)
  const phone = usePhone()
  if (!isSearchPage || phone) return null
  return <HereMark />
}
