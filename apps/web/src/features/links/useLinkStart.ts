import { useState } from 'react'
import type { Overlays } from '../../lib/overlay.ts'
import { useTree } from '../collections/data.ts'
import { useMe } from '../session/data.ts'
import { keptForm } from './keptForm.ts'
import { dropDraft, readDraft } from './linkFormDraft.ts'
import { emptyValues, type LinkValues, recognised, sameValues, valuesOf } from './linkFormValues.ts'

/**
 * What the form begins with: the link being changed, or an empty one in the collection of last time; and what was
 * typed before and not saved.
 */
export function useLinkStart({
  link,
  parent,
  url,
  category,
  resume,
  waiting,
}: Partial<Overlays['addLink'] & Overlays['editLink']>) {
  const me = useMe()
  const { index } = useTree()
  const draftKey = waiting ?? link?._id ?? 'new'
  const [begun] = useState(() => {
    const last = me?.last_folder
    // The collection of last time may be gone by now.
    const place = parent ?? (last && index?.places.has(last) ? last : null)
    const form = keptForm(waiting)
    const initial: LinkValues = form?.before ?? (link ? valuesOf(link) : { ...emptyValues, parent: place })
    const kept = readDraft(draftKey)
    if (form) return { initial, draft: null, values: kept ?? form.values, now: Date.now() }
    const draft = kept && !sameValues(kept, initial) ? kept : null
    const given: LinkValues = url
      ? { ...initial, link: url, category: category ?? recognised(url)?.category ?? 3 }
      : { ...initial, ...(category && { category }) }
    return { initial, draft, values: resume && draft ? draft : given, now: Date.now() }
  })
  const [draft, setDraft] = useState(resume ? null : begun.draft)
  return {
    draftKey,
    initial: begun.initial,
    values: begun.values,
    /** When the link was made, or now. */
    date: link?.create_date ?? begun.now,
    lastCategory: me?.last_category ?? 3,
    draft,
    /** The draft is in the form now, or not wanted. */
    settleDraft(discard: boolean): void {
      if (discard) dropDraft(draftKey)
      setDraft(null)
    },
  }
}
