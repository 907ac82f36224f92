import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { uiTexts } from '@nestmark/texts/ui'
import { useRef, useState } from 'react'
import { formatCollectionName, useUpdateCollection } from '../../features/collections/data.ts'
import type { Refusal } from '../../lib/api/client.ts'
import { connection } from '../../lib/connection.ts'
import { isTyping, useHotkeys } from '../../lib/focus/hotkeys.ts'
import { usePhone } from '../../lib/media/media.ts'
import { useStore } from '../../lib/store.ts'
import { toast } from '../../lib/toasts.ts'
import { classes } from '../../ui/classes.ts'
import css from './CollectionTitle.module.css'
import { CollectionTitleField } from './CollectionTitleField.tsx'

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

/** Renames a collection. Returns the new name immediately, and the old one again after a failure. */
function useRenameCollection(folder: Collection) {
  const update = useUpdateCollection()
  const [pending, setPending] = useState<{ id: string; from: string; to: string }>()
  const isPending = pending?.id === folder._id && pending.from === folder.name

  const send = (name: string, current: Pick<Collection, 'name' | 'desc'>) => {
    setPending({ id: folder._id, from: folder.name, to: name })
    const before = { name: current.name, desc: current.desc }
    const onError = (refusal: Refusal) => {
      setPending(undefined)
      // After a conflict the user has seen that the texts changed, and the next try replaces the newest name.
      const newest =
        refusal.code === 'collections.changedElsewhere'
          ? (refusal.data as { folder: Collection }).folder
          : current
      toast({
        title: refusal.message,
        tone: 'danger',
        duration: 8000,
        action: { label: uiTexts.retry, run: () => send(name, newest) },
      })
    }
    update.mutate({ folder_id: folder._id, name, before }, { onError })
  }
  return {
    name: isPending ? pending.to : formatCollectionName(folder),
    /** Renames the collection; `before` contains the displayed values. */
    rename: (name: string, before: Collection) => send(name, before),
  }
}
