import type { Collection } from '@nestmark/contract/shapes'
import { uiTexts } from '@nestmark/texts/ui'
import { useState } from 'react'
import { formatCollectionName, useUpdateCollection } from '../../features/collections/data.ts'
import type { Refusal } from '../../lib/api/client.ts'
import { toast } from '../../lib/toasts.ts'

/** Renames a collection. Returns the new name immediately, and the old one again after a failure. */
export function useRenameCollection(folder: Collection) {
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
