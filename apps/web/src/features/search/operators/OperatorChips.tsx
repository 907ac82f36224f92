import { searchTexts as texts } from '@nestmark/texts/search/search'
import { type KeyboardEvent, useRef } from 'react'
import { IconX } from '../../../ui/icons.ts'
import css from './OperatorChips.module.css'
import type { OperatorChip } from './operatorChips.ts'

/** Shows the operators of a search in its field. A click, Backspace or Delete removes one; arrow keys move between them. */
export function OperatorChips({
  chips,
  onRemove,
  onLeave,
}: {
  chips: readonly OperatorChip[]
  onRemove: (chip: OperatorChip) => void
  /** Moves the focus to the text of the field. */
  onLeave: () => void
}) {
  const list = useRef<HTMLSpanElement>(null)
  if (chips.length === 0) return null
  const onKeyDown = (event: KeyboardEvent, chip: OperatorChip, index: number) => {
    const step = ({ ArrowRight: 1, ArrowLeft: -1 } as const)[event.key]
    if (event.key === 'Backspace' || event.key === 'Delete') onRemove(chip)
    else if (step && index + step < chips.length)
      list.current?.querySelectorAll('button')[Math.max(0, index + step)]?.focus()
    else if (step) onLeave()
    else return
    event.preventDefault()
  }
  return (
    <span ref={list} className="flex g4 rigid" role="group" aria-label={texts.filters} data-operator-chips>
      {chips.map((chip, index) => {
        const operator = chip.negative ? texts.not(chip.operator) : chip.operator
        return (
          <button
            key={`${chip.typed} ${index}`}
            type="button"
            className={`row g4 acc ${css.chip}`}
            onClick={() => onRemove(chip)}
            onKeyDown={event => onKeyDown(event, chip, index)}
          >
            <span className="sr">{texts.removeFilter}</span>
            <span>{operator}</span>
            <b className="el" dir="auto">
              {/* An id of a job says nothing. */}
              {chip.operator === 'import' ? '' : chip.value}
            </b>
            <IconX className="i s12" />
          </button>
        )
      })}
    </span>
  )
}

/** Focuses the last operator of a search field, which the next Backspace removes. Returns false if there is none. */
export function focusLastChip(field: HTMLElement): boolean {
  const last = [
    ...(field.closest('form')?.querySelectorAll<HTMLElement>('[data-operator-chips] button') ?? []),
  ].at(-1)
  last?.focus()
  return last !== undefined
}
