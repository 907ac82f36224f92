import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { useEffect, useRef } from 'react'
import css from './CollectionField.module.css'
import { CollectionPicker, type PickerProps } from './CollectionPicker.tsx'
import { InlineNewCollection } from '../tree/InlineNewCollection.tsx'
import { handlePickerKeys } from './pickerKeys.ts'

/** The collection picker below a field, with a form for a new collection. */
export function CollectionPickerDialog({
  picked,
  name,
  rootLabel,
  ownOnly,
  disabled,
  reason,
  onPick,
}: Omit<PickerProps, 'newIn'> & { name: string; reason: string | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus({ preventScroll: true }), [])

  return (
    <div
      ref={box}
      role="dialog"
      aria-label={texts.pick}
      className={css.picker}
      onKeyDown={event => handlePickerKeys(event)}
    >
      <CollectionPicker
        picked={picked}
        rootLabel={rootLabel}
        ownOnly={ownOnly}
        disabled={disabled}
        newIn={{ isAllowed: disabled && (id => !disabled(id)) }}
        onPick={onPick}
      />
      {reason && <p className={`t3 f12 ${css.reason}`}>{reason}</p>}
      <InlineNewCollection parent={picked} parentName={name} onCreated={onPick} />
    </div>
  )
}
