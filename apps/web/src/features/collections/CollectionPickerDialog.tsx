import { linkFormTexts as texts } from '@nestmark/texts/linkForm'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import css from './CollectionField.module.css'
import { CollectionPicker } from './CollectionPicker.tsx'
import { InlineNewCollection } from './InlineNewCollection.tsx'

/** The collection picker below a field, with a form for a new collection. */
export function CollectionPickerDialog({
  picked,
  name,
  rootLabel,
  ownOnly,
  disabled,
  reason,
  onPick,
  onCreated,
}: {
  picked: string | undefined
  name: string
  rootLabel: string
  ownOnly: boolean | undefined
  disabled: ((id: string) => boolean) | undefined
  reason: string | undefined
  onPick: (id: string) => void
  onCreated: (id: string, name: string) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus({ preventScroll: true }), [])

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const searching = target.matches('input[type=search]')
    const options = [...(box.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (searching && event.key === 'Enter') {
      // Enter must not submit the surrounding form.
      event.preventDefault()
      options.find(option => option.ariaDisabled !== 'true')?.click()
      return
    }
    if (!step || (!searching && !target.matches('[role=option]'))) return
    event.preventDefault()
    const treeRow = box.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')
    const next = searching ? (options[0] ?? treeRow) : options[options.indexOf(target) + step]
    if (next) next.focus()
    else if (step < 0) box.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={box} role="dialog" aria-label={texts.pick} className={css.picker} onKeyDown={onKeyDown}>
      <CollectionPicker
        picked={picked}
        rootLabel={rootLabel}
        ownOnly={ownOnly}
        disabled={disabled}
        onPick={onPick}
      />
      {reason && <p className={css.reason}>{reason}</p>}
      <InlineNewCollection parent={picked} parentName={name} onCreated={onCreated} />
    </div>
  )
}
