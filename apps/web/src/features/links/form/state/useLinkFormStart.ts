import type { PreviousLink } from '@nestmark/contract/activity'
import type { Link } from '@nestmark/contract/shapes'
import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { useState } from 'react'
import { useProposedCollection } from '../../../collections/picker/useSavePlace.ts'
import { useMe } from '../../../session/data.ts'
import { readQueuedForm } from '../save/queuedForm.ts'
import { deleteDraft, newDraftKey, readNewestDraft, readDraft } from './linkFormDraft.ts'
import {
  emptyValues,
  isPost,
  type LinkValues,
  recogniseAddress,
  sameValues,
  toFormValues,
} from './linkFormValues.ts'

/** What a new link starts with: from the clipboard, another page or another app. */
export interface AddedLink {
  parent?: string
  resume?: boolean
  /** The ID of a queued mutation whose form is reopened. */
  queuedId?: string
  url?: string
  title?: string
  desc?: string
  /** Without it the category follows from the address. */
  category?: number
}

/** The link to edit. `previous`: the previous values, which the form offers next to the current ones. */
export interface EditedLink {
  link: Link
  queuedId?: string
  previous?: PreviousLink
}

/**
 * Returns the initial values of the form: the link being edited, or an empty one in the last collection; and the
 * unsaved draft.
 */
export function useLinkFormStart({
  link,
  parent,
  url,
  title,
  desc,
  category,
  resume,
  queuedId,
  previous,
}: AddedLink & Partial<EditedLink>) {
  const me = useMe()
  const proposed = useProposedCollection(parent)
  // A form with parameters has a separate draft, so that it does not replace another one.
  const ownKey = queuedId ?? link?._id ?? (url || desc ? `${newDraftKey} ${url ?? desc}` : newDraftKey)
  const [start] = useState(() => {
    const queued = readQueuedForm(queuedId)
    const initial: LinkValues =
      queued?.before ?? (link ? toFormValues(link) : { ...emptyValues, parent: proposed ?? null })
    const base = { initial, prefilled: initial, draftKey: ownKey, now: Date.now(), draft: null }
    if (link && previous) {
      const values = toPreviousValues(link, previous)
      return { ...base, prefilled: values, draftKey: `${ownKey} former`, values }
    }
    const ownDraft = readDraft(ownKey)
    if (queued) return { ...base, values: ownDraft?.values ?? queued.values }
    const storedDraft = ownDraft ?? (link ? null : readNewestDraft())
    const draft = storedDraft && !sameValues(storedDraft.values, initial) ? storedDraft : null
    const prefilled = link ? initial : applyPrefill(initial, { url, title, desc, category })
    if (resume && draft) return { ...base, prefilled, draft, draftKey: draft.key, values: draft.values }
    return { ...base, prefilled, draft, values: prefilled }
  })
  const { draft: offered, now, ...values } = start
  const [draft, setDraft] = useState(resume ? null : offered)
  return {
    ...values,
    /** The creation time of the link, or now. */
    date: link?.create_date ?? now,
    lastCategory: me?.last_category ?? 3,
    draft: draft?.values ?? null,
    /** Removes the offer of the draft, because it is in the form now or was discarded. */
    settleDraft(discard: boolean): void {
      if (draft && (discard || draft.key !== start.draftKey)) deleteDraft(draft.key)
      setDraft(null)
    },
  }
}

/**
 * Returns the values of a previous version of a link, in its current collection. For a previous version without a
 * picture the current one remains.
 */
function toPreviousValues(
  link: Link,
  { thumbnail, tags, check_list: items, ...otherFields }: PreviousLink,
): LinkValues {
  return toFormValues({
    ...link,
    ...otherFields,
    subCategory: otherFields.subCategory === null ? null : Number(otherFields.subCategory),
    check_list: items ?? [],
    tags: tags.map(name => ({ _id: name, name })),
    thumbnail: thumbnail || link.thumbnail,
  })
}

/**
 * Returns an empty form with the parameters. Prefilled texts count as typed, so that fetched values do not overwrite
 * them.
 */
function applyPrefill(initial: LinkValues, { url, title, desc, category }: AddedLink): LinkValues {
  const found = url ? recogniseAddress(url) : null
  const post = isPost(found) && category !== 4
  const fixedText = post ? texts.post : ''
  return {
    ...initial,
    category: post ? 4 : (category ?? (url ? (found?.category ?? 3) : 0)),
    post,
    link: url ?? '',
    name: title || fixedText,
    desc: desc || fixedText,
    touched: { ...(title && { name: true }), ...(desc && { desc: true }) },
  }
}
