import { useState } from 'react'
import { joinOperators, type OperatorChip, splitOperators } from './operatorChips.ts'
import type { useSearchBox } from './useSearchBox.ts'

/** Splits the text of the search field into operators, which it shows as chips, and words, which are typed. */
export function useOperatorChips({
  text,
  setText,
  pickedType,
}: Pick<ReturnType<typeof useSearchBox>, 'text' | 'setText' | 'pickedType'>) {
  const [isTyping, setTyping] = useState(false)
  // The text of a search for a tag has no operators.
  const { chips, words } = pickedType === 'tag' ? { chips: [], words: text } : splitOperators(text, isTyping)
  return {
    chips,
    words,
    setWords(next: string): void {
      setTyping(true)
      setText(joinOperators(chips, next))
    },
    removeChip(removed: OperatorChip): void {
      setText(
        joinOperators(
          chips.filter(chip => chip !== removed),
          words,
        ),
      )
    },
    /** Makes an operator at the end of the text a chip, after the user has typed on. */
    endTyping: () => setTyping(false),
  }
}
