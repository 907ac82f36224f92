import { searchTexts } from '@nestmark/texts/search/search'
import type { KeyboardEvent, RefObject } from 'react'
import { useNavigate } from '../../../lib/router/location.ts'
import { IconLockOpen, IconX } from '../../../ui/icons.ts'
import css from '../operators/OperatorChips.module.css'
import { useSearchState } from '../results/searchOrigin.ts'
import { type Search, toSearchPath } from '../searchUrl.ts'

const texts = searchTexts.scope

/**
 * Shows in a search field that only an encrypted collection is searched, in this browser. A click, Backspace or Delete
 * widens the search to the library.
 */
export function SearchScopeChip({
  name,
  onWiden,
  onLeave,
}: {
  name: string
  onWiden: () => void
  /** Moves the focus to the text of the field. */
  onLeave: () => void
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' || event.key === 'Delete') onWiden()
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') onLeave()
    else return
    event.preventDefault()
  }
  return (
    <span className="flex g4 rigid" data-operator-chips>
      <button
        type="button"
        className={`row g4 acc ${css.chip}`}
        data-tip={texts.line}
        onClick={onWiden}
        onKeyDown={onKeyDown}
      >
        <IconLockOpen className="i s12" />
        <span className="sr">{texts.notOnly}</span>
        <span>{texts.in}</span>
        <b className="el" dir="auto">
          {name}
        </b>
        <IconX className="i s12" />
      </button>
    </span>
  )
}

/** The same in the search field of the header. What is typed there is searched in the library when the limit is lifted. */
export function FieldScope({
  name,
  search,
  widen,
  input,
}: {
  name: string
  search: Pick<Search, 'q' | 'type'>
  widen: () => void
  input: RefObject<HTMLInputElement | null>
}) {
  const navigate = useNavigate()
  const toState = useSearchState()
  const focusInput = () => input.current?.focus()
  const searchLibrary = () => {
    // The chip is removed.
    focusInput()
    const q = search.q.trim()
    if (q === '') return widen()
    void navigate(toSearchPath({ ...search, q, category: undefined }), { state: toState(false) })
  }
  return <SearchScopeChip name={name} onWiden={searchLibrary} onLeave={focusInput} />
}
