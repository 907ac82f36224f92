import { readerTexts as texts } from '@nestmark/texts/reading/reader'
import { type ReactNode, useState } from 'react'
import { Popup } from '../../../ui/dialogs/Popup.tsx'
import css from './Reader.module.css'
import { TextSettings } from './TextSettings.tsx'
import type { ReaderText } from './useReaderText.ts'

/** The attributes of the button that opens the choices of type and colours. */
export interface TextTrigger {
  'aria-expanded': boolean
  'aria-haspopup': 'dialog'
  onClick: () => void
}

/** A button that opens the choices of type and colours. */
export function TextButton({
  text,
  children,
}: {
  text: ReaderText
  children: (trigger: TextTrigger) => ReactNode
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <span ref={setAnchor} className="flex">
      {children({
        'aria-expanded': isOpen,
        'aria-haspopup': 'dialog',
        onClick: () => setIsOpen(!isOpen),
      })}
      {isOpen && anchor && (
        <Popup
          anchor={anchor}
          sheet
          label={texts.text}
          className={css.textPanel}
          onClose={byKey => {
            setIsOpen(false)
            if (byKey) anchor.querySelector('button')?.focus()
          }}
        >
          <TextSettings settings={text.settings} size={text.size} onChange={text.change} />
        </Popup>
      )}
    </span>
  )
}
