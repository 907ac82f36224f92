import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { useRef, useState } from 'react'
import { formatCollectionName } from '../../features/collections/data.ts'
import { connection } from '../../lib/connection.ts'
import { isTyping, useHotkeys } from '../../lib/focus/hotkeys.ts'
import { usePhone } from '../../lib/media/media.ts'
import { useStore } from '../../lib/store.ts'
import { classes } from '../../ui/classes.ts'
import css from './CollectionTitle.module.css'
import { CollectionTitleField } from './CollectionTitleField.tsx'
import { useRenameCollection } from './useRenameCollection.ts'

/** The heading of a collection. A click or F2 renames it in place; on the phone its menu does. */
export function CollectionTitle({
  folder,
  isSticky = false,
  hasKey,
}: {
  folder: Collection
  /** It repeats the heading of the page, which is scrolled out of view. */
  isSticky?: boolean
  /** F2 renames it here. */
  hasKey: boolean
}) {
  const Heading = isSticky ? 'div' : 'h1'
  const headingClass = classes('h1', isSticky && css.sticky)
  const phone = usePhone()
  const connected = useStore(connection) === 'up'
  // The collection as it was when the field opened: a live update must not hide a conflict.
  const [edited, setEdited] = useState<Collection>()
  const button = useRef<HTMLButtonElement>(null)
  const { name, rename } = useRenameCollection(folder)
  const canRename = folder.can.edit && !folder.is_root && connected && !phone

  useHotkeys({
    f2(event) {
      const { target } = event
      if (!hasKey || !canRename || isTyping(target)) return
      if (target instanceof Element && target.closest('dialog, [role=dialog], [role=menu]')) return
      event.preventDefault()
      setEdited(folder)
    },
  })

  if (edited)
    return (
      <Heading className={classes(headingClass, css.heading)}>
        <CollectionTitleField
          name={formatCollectionName(edited)}
          onSave={renamed => rename(renamed, edited)}
          onClose={returnsFocus => {
            setEdited(undefined)
            if (returnsFocus) requestAnimationFrame(() => button.current?.focus())
          }}
        />
      </Heading>
    )
  return (
    <Heading className={headingClass} dir="auto">
      {canRename ? (
        <button
          ref={button}
          type="button"
          className={css.button}
          aria-description={texts.rename}
          aria-keyshortcuts="F2"
          onClick={() => setEdited(folder)}
        >
          {name}
        </button>
      ) : (
        formatCollectionName(folder)
      )}
    </Heading>
  )
}
