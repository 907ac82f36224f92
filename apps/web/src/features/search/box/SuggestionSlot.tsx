import type { ReactNode } from 'react'
import { setSuggestionSlot } from '../results/searchResults.ts'
import css from './SearchSuggestions.module.css'

/** The row of the search field's suggestions. Without suggestions it shows its children. */
export function SuggestionSlot({ children }: { children?: ReactNode }) {
  return (
    <div className={css.slot} ref={setSuggestionSlot}>
      {children}
    </div>
  )
}
