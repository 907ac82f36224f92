import type { FormerLink } from '@nestmark/contract/activity'
import type { Link } from '@nestmark/contract/shapes'
import { linkFormTexts as texts } from '@nestmark/texts/linkForm'
import { useState } from 'react'
import type { LinkPrefill, Overlays } from '../../lib/overlay.ts'
import { useTree } from '../collections/data.ts'
import { useMe } from '../session/data.ts'
import { queuedForm } from './queuedForm.ts'
import { dropDraft, newDraft, newestDraft, readDraft } from './linkFormDraft.ts'
import {
  emptyValues,
  isPost,
  type LinkValues,
  recognised,
  sameValues,
  toFormValues,
} from './linkFormValues.ts'

/**
 * Returns the initial values of the form: the link being edited, or an empty one in the last collection; and the
 * unsaved draft.
 */
export function useLinkStart({
  link,
  parent,
  url,
  title,
  desc,
  category,
  resume,
  waiting,
  former,
}: Partial<Overlays['addLink'] & Overlays['editLink']>) {
  const me = useMe()
  const { index } = useTree()
  // A form with parameters has a separate draft, so that it does not replace another one.
  const ownKey = waiting ?? link?._id ?? (url || desc ? `${newDraft} ${url ?? desc}` : newDraft)
  const [begun] = useState(() => {
    const last = me?.last_folder
    // The last collection may be deleted by now.
    const place = parent ?? (last && index?.entries.has(last) ? last : null)
    const form = queuedForm(waiting)
    const initial: LinkValues =
      form?.before ?? (link ? toFormValues(link) : { ...emptyValues, parent: place })
    if (link && former) {
      const values = formerValues(link, former)
      return { initial, given: values, draftKey: `${ownKey} former`, now: Date.now(), draft: null, values }
    }
    const own = readDraft(ownKey)
    const fixed = { initial, given: initial, draftKey: ownKey, now: Date.now() }
    if (form) return { ...fixed, draft: null, values: own?.values ?? form.values }
    const kept = own ?? (link ? null : newestDraft())
    const draft = kept && !sameValues(kept.values, initial) ? kept : null
    const given = link ? initial : withGiven(initial, { url, title, desc, category })
    if (resume && draft) return { ...fixed, given, draft, draftKey: draft.key, values: draft.values }
    return { ...fixed, given, draft, values: given }
  })
  const [draft, setDraft] = useState(resume ? null : begun.draft)
  return {
    draftKey: begun.draftKey,
    initial: begun.initial,
    /** The initial values with the parameters of the form's opening, none of which were typed here. */
    given: begun.given,
    values: begun.values,
    /** The creation time of the link, or now. */
    date: link?.create_date ?? begun.now,
    lastCategory: me?.last_category ?? 3,
    draft: draft?.values ?? null,
    /** Removes the offer of the draft, because it is in the form now or was discarded. */
    settleDraft(discard: boolean): void {
      if (draft && (discard || draft.key !== begun.draftKey)) dropDraft(draft.key)
      setDraft(null)
    },
  }
}

/**
 * Returns the values of a former version of a link, in its current collection. A former version without a picture keeps
 * the current one.
 */
function formerValues(link: Link, { thumbnail, tags, check_list: items, ...words }: FormerLink): LinkValues {
  return toFormValues({
    ...link,
    ...words,
    subCategory: words.subCategory === null ? null : Number(words.subCategory),
    check_list: items ?? [],
    tags: tags.map(name => ({ _id: name, name })),
    thumbnail: thumbnail || link.thumbnail,
  })
}

/**
 * Returns an empty form with the given parameters. Given texts count as typed, so that fetched values do not overwrite
 * them.
 */
function withGiven(initial: LinkValues, { url, title, desc, category }: LinkPrefill): LinkValues {
  const found = url ? recognised(url) : null
  const post = isPost(found) && category !== 4
  const word = post ? texts.post : ''
  return {
    ...initial,
    category: post ? 4 : (category ?? (url ? (found?.category ?? 3) : 0)),
    post,
    link: url ?? '',
    name: title || word,
    desc: desc || word,
    touched: { ...(title && { name: true }), ...(desc && { desc: true }) },
  }
}
