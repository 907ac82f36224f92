import { limits } from '@nestmark/core/limits'
import type { ComponentProps, ReactNode, RefObject } from 'react'
import { OperatorChips } from '../operators/OperatorChips.tsx'
import css from './SearchBox.module.css'
import type { useOperatorChips } from '../operators/useOperatorChips.ts'

/** The operators of a search as chips, then the input for its words. */
export function SearchInput({
  field,
  scope,
  label,
  input,
  onWords,
  ...attributes
}: {
  field: Pick<ReturnType<typeof useOperatorChips>, 'chips' | 'words' | 'removeChip'>
  /** What the search is limited to, before the words. */
  scope: ReactNode
  label: string
  input: RefObject<HTMLInputElement | null>
  /** Receives the typed words and the position of the cursor in them. */
  onWords: (words: string, cursor: number) => void
} & Omit<ComponentProps<'input'>, 'ref'>) {
  const { chips, words, removeChip } = field
  const focusInput = () => input.current?.focus()
  return (
    <span className={`row grow g6 ${css.content}`}>
      {scope}
      <OperatorChips
        chips={chips}
        onRemove={chip => {
          removeChip(chip)
          focusInput()
        }}
        onLeave={focusInput}
      />
      <input
        {...attributes}
        ref={input}
        type="search"
        className={`t1 unframed ${css.input}`}
        role="combobox"
        aria-autocomplete="list"
        aria-label={label}
        placeholder={chips.length > 0 || scope !== null ? '' : label}
        autoComplete="off"
        enterKeyHint="search"
        dir="auto"
        maxLength={limits.address}
        value={words}
        onChange={({ target }) => onWords(target.value, target.selectionStart ?? target.value.length)}
      />
    </span>
  )
}
