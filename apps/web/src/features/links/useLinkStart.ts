import type { FormerLink } from '@nestmark/contract/activity'
import type { Link } from '@nestmark/contract/shapes'
import { linkFormTexts as texts } from '@nestmark/texts/linkForm'
import { useState } from 'react'
import type { Given, Overlays } from '../../lib/overlay.ts'
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
 * What the form begins with: the link being changed, or an empty one in the collection of last time; and what was
 * typed before and not saved.
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
  // What is brought along has a draft of its own: it must not take the place of another one.
  const ownKey = waiting ?? link?._id ?? (url || desc ? `${newDraft} ${url ?? desc}` : newDraft)
  const [begun] = useState(() => {
    const last = me?.last_folder
    // The collection of last time may be gone by now.
    const place = parent ?? (last && index?.places.has(last) ? last : null)
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
    /** The same with what was brought along: nothing of it was typed here. */
    given: begun.given,
    values: begun.values,
    /** When the link was made, or now. */
    date: link?.create_date ?? begun.now,
    lastCategory: me?.last_category ?? 3,
    draft: draft?.values ?? null,
    /** The draft is in the form now, or not wanted. */
    settleDraft(discard: boolean): void {
      if (draft && (discard || draft.key !== begun.draftKey)) dropDraft(draft.key)
      setDraft(null)
    },
  }
}

/** What a link said before, where it lay if that was changed at once. A picture of its page's own is the present one. */
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

/** An empty form with what was brought along. Words that came with it count as typed: no page overwrites them. */
function withGiven(initial: LinkValues, { url, title, desc, category }: Given): LinkValues {
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
