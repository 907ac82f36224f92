import { type KeyboardEvent, type RefObject, useState } from 'react'
import { useNavigate } from 'react-router'
import { stepOption } from '../../lib/optionIndex.ts'
import { applySuggestion, findTarget } from './suggestions.ts'
import type { useSearchBox } from './useSearchBox.ts'
import { type Suggestion, useSuggestions } from './useSuggestions.ts'

/** Manages the list of suggestions for the word at the cursor, and applies the chosen one to the text. */
export function useCompletions(
  { text, setText, resetText }: Pick<ReturnType<typeof useSearchBox>, 'text' | 'setText' | 'resetText'>,
  input: RefObject<HTMLInputElement | null>,
) {
  const navigate = useNavigate()
  /** The cursor position that suggestions are for; null after the list was closed or the field lost the focus. */
  const [cursor, setCursor] = useState<number | null>(null)
  const [activeIndex, setActiveIndex] = useState(-1)
  const target = cursor === null ? null : findTarget(text, cursor)
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key]
    const active = isListOpen ? items[activeIndex] : undefined
    if (step && isListOpen) {
      event.preventDefault()
      setActiveIndex(stepOption(activeIndex, step, items.length))
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
  return {
    items,
    isListOpen,
    activeIndex,
    setActiveIndex,
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
