import { collectionFormTexts as texts } from '@nestmark/texts/collections/collectionForm'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import type { Collection } from '@nestmark/contract/shapes'
import { useState } from 'react'
import { useNavigate } from '../../lib/router/location.ts'
import type { Refusal } from '../../lib/api/client.ts'
import { toast } from '../../lib/toasts.ts'
import { useFocusProblem } from '../../ui/fields/useFocusProblem.ts'
import { useCreateCollection, useUpdateCollection } from './data.ts'
import type { HiddenTags } from './encryptionSlots.ts'

/** A new collection. `name`: the prefilled name. */
export interface AddedCollection {
  parent?: string
  name?: string
}

/** The collection to edit. `previous`: the previous texts, which the form offers next to the current ones. */
export interface EditedCollection {
  collection: Pick<Collection, '_id' | 'name' | 'desc'>
  previous?: Pick<Collection, 'name' | 'desc'>
}

export type CollectionFormProps = {
  /** The app provides it for a saved collection, because encryption depends on collections. */
  hiddenTags?: HiddenTags
  onClose: () => void
} & AddedCollection &
  Partial<EditedCollection>

/** The texts of a collection that the form edits. */
export type CollectionTexts = Pick<Collection, 'name' | 'desc'>

export type CollectionFormErrors = Partial<Record<'name' | 'desc' | 'parent' | 'form', string>> & {
  upgrade?: boolean
}

/** Manages the values of the form of a collection, saves them, and stores a conflict with another user's texts. */
export function useCollectionForm({
  parent,
  name,
  collection,
  previous,
  hiddenTags,
  onClose,
}: CollectionFormProps) {
  const navigate = useNavigate()
  const [values, setValues] = useState<CollectionTexts>(
    pickTexts(previous ?? collection ?? { ...emptyTexts, name: name ?? '' }),
  )
  const [parentId, setParentId] = useState<string | null>(parent ?? null)
  const [errors, setErrors] = useState<CollectionFormErrors>({})

  // The texts when the form was opened, or after the last resolved conflict.
  const [before, setBefore] = useState<CollectionTexts>(collection ?? values)
  const [concurrent, setConcurrent] = useState<CollectionTexts | undefined>(previous && collection)

  const showProblem = useFocusProblem()
  const showErrors = (found: CollectionFormErrors) => {
    setErrors(found)
    showProblem()
  }
  const onError = (refusal: Refusal) => {
    const newest = getConcurrentTexts(refusal)
    if (newest) setConcurrent(newest)
    else showErrors(toErrors(refusal))
  }
  const create = useCreateCollection(id => {
    toast({
      title: collectionsTexts.added,
      action: { label: texts.open, run: () => void navigate(`/c/${id}`) },
    })
    onClose()
  }, onClose)
  /** Undefined while it is not changed. */
  const [hidesTags, setHidesTags] = useState<boolean>()
  const update = useUpdateCollection(changed => {
    toast({ title: collectionsTexts.updated })
    onClose()
    if (hidesTags) void hiddenTags?.moveTagsInside(changed)
  })
  const busy = create.isPending || update.isPending
  const trimmed = { name: values.name.trim(), desc: values.desc.trim() }

  const updateTexts = (folder_id: string, changed: CollectionTexts, previous: CollectionTexts) =>
    update.mutate(
      {
        folder_id,
        ...changed,
        before: pickTexts(previous),
        ...(hidesTags !== undefined && { hide_tags: hidesTags ? (1 as const) : (0 as const) }),
      },
      { onError },
    )
  const save = () => {
    if (busy) return
    if (trimmed.name === '') return showErrors({ name: texts.nameRequired })
    if (collection) updateTexts(collection._id, trimmed, before)
    else create.mutate({ ...trimmed, ...(parentId && { parent: parentId }) }, { onError })
  }
  return {
    values,
    changeValues(changed: Partial<CollectionTexts>): void {
      setValues(now => ({ ...now, ...changed }))
      setErrors({})
    },
    parentId,
    setParentId,
    hidesTags,
    setHidesTags,
    errors,
    busy,
    save,
    /** The texts that another user saved concurrently, and how to resolve the conflict; undefined without one. */
    conflict: collection &&
      concurrent && {
        before,
        mine: trimmed,
        theirs: concurrent,
        previous: previous !== undefined && concurrent === collection,
        onResolve(resolved: CollectionTexts): void {
          setValues(resolved)
          setBefore(concurrent)
          setConcurrent(undefined)
          updateTexts(collection._id, resolved, concurrent)
        },
        onBack: () => setConcurrent(undefined),
      },
  }
}

const emptyTexts: CollectionTexts = { name: '', desc: '' }

const pickTexts = ({ name, desc }: CollectionTexts): CollectionTexts => ({ name, desc })

/**
 * Returns the texts that another user saved concurrently, from a refusal with the code `collections.changedElsewhere`;
 * else null.
 */
function getConcurrentTexts({ code, data }: Refusal): CollectionTexts | null {
  return code === 'collections.changedElsewhere' ? (data as { folder: Collection }).folder : null
}

/** Assigns a refusal to its field. Other refusals are shown below all fields. */
function toErrors(refusal: Refusal): CollectionFormErrors {
  if (refusal.fields.length > 0)
    return Object.fromEntries(refusal.fields.map(field => [field.path, field.message]))
  const { code, message } = refusal
  if (/^collections\.(inTrash|notFound|readOnly|tooDeep)$/.test(code)) return { parent: message }
  return { form: message, upgrade: refusal.status === 402 }
}
