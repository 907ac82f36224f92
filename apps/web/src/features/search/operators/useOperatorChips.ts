import { useState } from 'react'
import { joinOperators, type OperatorChip, splitOperators } from './operatorChips.ts'
import type { useSearchBox } from '../box/useSearchBox.ts'

/**
 * Splits the text of the search field into operators, which it shows as chips, and words, which are typed.
 * @param hasOperators false where all of the text is words, as in the search for a tag
 */
export function useOperatorChips({
  text,
  setText,
  hasOperators,
}: Pick<ReturnType<typeof useSearchBox>, 'text' | 'setText'> & { hasOperators: boolean }) {
  const [isTyping, setTyping] = useState(false)
  const { chips, words } = hasOperators ? splitOperators(text, isTyping) : { chips: [], words: text }
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
