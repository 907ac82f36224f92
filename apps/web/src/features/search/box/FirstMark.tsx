import { searchTexts as texts } from '@nestmark/texts/search/search'
import { useEffect } from 'react'
import { useStore } from '../../../lib/store.ts'
import { markedText, markFirstResult } from '../results/searchResults.ts'

/**
 * Marks the first result after Enter in the search field, and announces it to screen readers.
 * @param shown the text that the shown results belong to
 * @param first the ID of the first result; undefined until it is loaded, and where there is none
 */
export function FirstMark({ shown, first }: { shown: string; first: string | undefined }) {
  const isMarked = useStore(markedText) === shown && first !== undefined
  return (
    <span className="sr" role="status">
      {isMarked && <Mark key={first} />}
    </span>
  )
}

function Mark() {
  useEffect(markFirstResult, [])
  return texts.enterOpens
}
