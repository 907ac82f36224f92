import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { collectionFormTexts } from '@nestmark/texts/collections/collectionForm'
import { limits } from '@nestmark/core/limits'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { usePhone } from '../../lib/media/media.ts'
import { Kbd } from '../../ui/menus/Kbd.tsx'
import css from './CollectionTitle.module.css'

/** The field that renames a collection: Enter and blur save, Esc restores the name. */
export function CollectionTitleField({
  name,
  onSave,
  onClose,
}: {
  name: string
  onSave: (name: string) => void
  /** Receives true when the focus is to return to the heading. */
  onClose: (returnsFocus: boolean) => void
}) {
  const [value, setValue] = useState(name)
  const [failed, setFailed] = useState(false)
  // Removing the focused field can fire a second blur.
  const closed = useRef(false)
  const errorId = useId()
  const phone = usePhone()

  const close = (returnsFocus: boolean) => {
    closed.current = true
    onClose(returnsFocus)
  }
  const save = (returnsFocus: boolean) => {
    if (closed.current) return
    const trimmed = value.trim()
    if (trimmed === '') return setFailed(true)
    if (trimmed !== name) onSave(trimmed)
    close(returnsFocus)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') save(true)
    else close(true)
  }
  return (
    <>
      <input
        className={css.field}
        dir="auto"
        aria-label={collectionFormTexts.name}
        aria-invalid={failed || undefined}
        aria-describedby={failed ? errorId : undefined}
        maxLength={limits.collectionName}
        value={value}
        autoFocus
        onFocus={event => event.currentTarget.select()}
        onChange={event => {
          setValue(event.currentTarget.value)
          setFailed(false)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => save(false)}
      />
      {!phone && (
        <span className={`row t3 ${css.hints}`} aria-hidden="true">
          <Kbd keys={['↵']} /> {texts.renameSave} <Kbd keys={['Esc']} /> {texts.renameCancel}
        </span>
      )}
      {failed && (
        <span id={errorId} role="alert" className={`bad block ${css.error}`}>
          {texts.nameNeeded}
        </span>
      )}
    </>
  )
}
