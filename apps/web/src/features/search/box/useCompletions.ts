import { type KeyboardEvent, type RefObject, useState } from 'react'
import { useNavigate } from '../../../lib/router/location.ts'
import { applySuggestion, findTarget } from './suggestions.ts'
import type { useSearchBox } from './useSearchBox.ts'
import { type Suggestion, useSuggestions } from './useSuggestions.ts'

/**
 * Manages the list of suggestions for the word at the cursor, and applies the chosen one to the text.
 * @param enabled false where nothing of the text may be sent
 */
export function useCompletions(
  { text, setText, resetText }: Pick<ReturnType<typeof useSearchBox>, 'text' | 'setText' | 'resetText'>,
  input: RefObject<HTMLInputElement | null>,
  enabled: boolean,
) {
  const navigate = useNavigate()
  /** The cursor position that suggestions are for; null after the list was closed or the field lost the focus. */
  const [cursor, setCursor] = useState<number | null>(null)
  const [activeIndex, setActiveIndex] = useState(-1)
  const target = cursor === null || !enabled ? null : findTarget(text, cursor)
  const items = useSuggestions(target)
  const isListOpen = items.length > 0

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
  /** Moves between the suggestions, which are in a row. Arrow keys inside the text move its cursor. */
  const stepByKey = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    const { selectionStart, value } = event.currentTarget
    const step = ({ ArrowRight: 1, ArrowLeft: -1 } as const)[event.key]
    const isAtEnd = selectionStart === value.length
    if (!step || !isListOpen || !isAtEnd || (step < 0 && activeIndex < 0)) return false
    setActiveIndex(Math.min(activeIndex + step, items.length - 1))
    return true
  }
  const chooseByKey = (event: KeyboardEvent): boolean => {
    // Tab completes an operator. A plain word needs no completion, so Tab moves the focus.
    const isCompleting = target !== null && target.kind !== 'any'
    const first = event.key === 'Tab' && !event.shiftKey && isCompleting ? items[0] : undefined
    const chosen = items[activeIndex] ?? first
    if (!chosen || (event.key !== 'Enter' && event.key !== 'Tab')) return false
    choose(chosen)
    return true
  }
  const closeByKey = (event: KeyboardEvent): boolean => {
    if (event.key !== 'Escape' || !isListOpen || activeIndex < 0) return false
    event.stopPropagation()
    setActiveIndex(-1)
    return true
  }
  /** Handles a key of the field. Returns false if the key is not for the suggestions. */
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    const isHandled = stepByKey(event) || chooseByKey(event) || closeByKey(event)
    if (isHandled) event.preventDefault()
    return isHandled
  }
  return {
    items,
    isListOpen,
    activeIndex,
    closeList,
    choose,
    onKeyDown,
    /** Suggests for the word at a cursor position. */
    moveCursor(position: number): void {
      setCursor(position)
      setActiveIndex(-1)
    },
  }
}
