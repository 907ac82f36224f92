import { linkFormTexts } from '@nestmark/texts/links/linkForm'
import { storageTexts as texts } from '@nestmark/texts/storage'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { IconChevronDown } from '../../ui/icons.ts'
import { Popup } from '../../ui/dialogs/Popup.tsx'
import { CollectionPicker } from '../collections/picker/CollectionPicker.tsx'
import { useTree } from '../collections/data.ts'
import { handlePickerKeys } from '../collections/picker/pickerKeys.ts'
import css from './CollectionFilter.module.css'
import type { StoredFilter } from './storageData.ts'

/** A button with the name of a collection. It opens the tree, where another one or all collections can be chosen. */
export function CollectionFilter({
  collection,
  onChange,
}: {
  collection: StoredFilter['collection']
  onChange: (collection: StoredFilter['collection']) => void
}) {
  const { index } = useTree()
  const [isOpen, setOpen] = useState(false)
  const [anchor, setAnchor] = useState<HTMLSpanElement | null>(null)
  const name = collection?.name ?? texts.everyCollection
  const close = () => {
    setOpen(false)
    anchor?.querySelector('button')?.focus({ preventScroll: true })
  }
  return (
    <span ref={setAnchor} className={`flex min0 ${css.filter}`}>
      <Button
        size="sm"
        iconAfter={IconChevronDown}
        className={css.button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={texts.inCollection(name)}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="el" dir="auto">
          {name}
        </span>
      </Button>
      {isOpen && anchor && (
        <Popup
          anchor={anchor}
          sheet
          className={css.panel}
          onClose={byKey => (byKey ? close() : setOpen(false))}
        >
          <PickerBox>
            <CollectionPicker
              picked={collection?._id ?? index?.root}
              rootLabel={texts.everyCollection}
              ownOnly
              onPick={(id, picked) => {
                onChange(id === index?.root ? null : { _id: id, name: picked })
                close()
              }}
            />
          </PickerBox>
        </Popup>
      )}
    </span>
  )
}

/** The picker with its keys. The search field receives the focus, except where that opens the keyboard of the screen. */
function PickerBox({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const isTouch = matchMedia('(pointer: coarse)').matches
    const wanted = isTouch ? box.current : box.current?.querySelector('input')
    wanted?.focus({ preventScroll: true })
  }, [])
  return (
    <div
      ref={box}
      role="dialog"
      tabIndex={-1}
      aria-label={linkFormTexts.pick}
      className={`stack ${css.picker}`}
      onKeyDown={event => handlePickerKeys(event)}
    >
      {children}
    </div>
  )
}
