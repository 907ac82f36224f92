import { randomBytes, toBase64url } from '@nestmark/encryption/bytes'
import { type HighlightPage, pageHighlights, saveHighlight } from '@nestmark/contract/reading/highlights'
import type { Highlight, HighlightStyle } from '@nestmark/contract/reading/highlightShapes'
import type { Link } from '@nestmark/contract/shapes'
import type { Anchor } from '@nestmark/core/anchor/anchor'
import { readerHighlightTexts as texts } from '@nestmark/texts/reading/highlightsInReader'
import { useRef } from 'react'
import type { Refusal } from '../../../lib/api/client.ts'
import { operationKey, useOperation, useOperationMutation } from '../../../lib/api/operations.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { showError } from '../../../lib/api/showError.ts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { keyOfLink } from '@nestmark/client/encryption/sealedLink'
import { toPageTarget } from '../../../lib/highlightedPage.ts'
import { toPlayable } from '../../../lib/media/playable.ts'
import { useToken } from '../../../lib/browser/token.ts'
import { formatTitle } from '../../links/linkDisplay.ts'

/**
 * Reads the user's highlights of the page of a link; undefined until they are known, null without any, for visitors, and for
 * links without a page.
 */
export function usePageHighlights(link: Link): HighlightPage | null | undefined {
  const signedIn = useToken() !== null
  const enabled = signedIn && (link.enc === 1 || link.link !== '' || toPlayable(link)?.kind === 'document')
  const { data } = useOperation(pageHighlights, toPageTarget(link), { enabled, quiet: true })
  return enabled ? data : null
}

/** Returns a function that creates a highlight at once, and returns its id; null when the key of the link is missing. */
export function useCreateHighlight(
  link: Link,
  {
    onSaved,
    onFull,
  }: {
    /** @param id differs from the returned one when the same words were highlighted before */
    onSaved: (id: string, returned: string) => void
    /** The plan allows no further highlight of this page. */
    onFull: () => void
  },
): (anchor: Anchor, style: HighlightStyle) => Promise<string | null> {
  const drafts = useRef(new Map<string, Highlight>())
  const target = toPageTarget(link)
  const { mutate } = useOperationMutation(saveHighlight, {
    quiet: true,
    optimistic: ({ highlight_id: id = '' }) => {
      const draft = drafts.current.get(id)
      return draft ? insertHighlight(link, draft) : () => undefined
    },
    // The server creates it once.
    idempotencyKey: ({ highlight_id: id = '' }) => id,
    later: () => ({ title: texts.queued }),
    onQueued: () => undefined,
    onSuccess: ({ highlight }, { highlight_id: returned = '' }) => onSaved(highlight._id, returned),
    onError: refusal => showRefusal(refusal, onFull),
  })
  return async (anchor, style) => {
    const id = toBase64url(randomBytes(16))
    const now = Date.now()
    const { exact: text } = anchor.quote
    const draft: Highlight = { _id: id, text, comm: '', style, anchor, create_date: now, update_date: now }
    const common = { highlight_id: id, style, ...target }
    if (link.enc === 1) {
      const sealed = await sealDraft(link, draft)
      if (sealed === null) return null
      drafts.current.set(id, { ...draft, sealed })
      mutate({ ...common, sealed })
    } else {
      drafts.current.set(id, draft)
      mutate({ ...common, title: formatTitle(link), text, anchor })
    }
    return id
  }
}

function showRefusal(refusal: Refusal, onFull: () => void): void {
  if (refusal.code === 'plan.highlights') onFull()
  else showError(refusal)
}

/** Encrypts a new highlight; null when the key of its link is not in this browser. */
async function sealDraft(link: Link, draft: Highlight): Promise<string | null> {
  const key = await keyRing.open(keyOfLink(link) ?? '')
  if (!key) return null
  const { sealHighlight } = await import('@nestmark/client/encryption/highlightTexts')
  return sealHighlight(key, draft._id, draft)
}

/** Adds a highlight to the cached ones of its page. Returns a function that removes it. */
export function insertHighlight(
  link: Pick<Link, '_id' | 'link' | 'enc' | 'name'>,
  highlight: Highlight,
): () => void {
  const key = operationKey(pageHighlights, toPageTarget(link))
  const change = (edit: (highlights: readonly Highlight[]) => Highlight[]) =>
    queryClient.setQueryData<HighlightPage | null>(key, page => {
      if (page === undefined) return page
      const { create_date, update_date } = highlight
      const known = page ?? {
        _id: '',
        link: link.link,
        create_date,
        update_date,
        enc: link.enc,
        count: 0,
        data: { title: link.name, highlights: [] },
        saved: null,
      }
      const highlights = edit(known.data.highlights)
      const count = known.count + highlights.length - known.data.highlights.length
      return { ...known, count, data: { ...known.data, highlights } }
    })
  const without = (highlights: readonly Highlight[]) =>
    highlights.filter(({ _id: id }) => id !== highlight._id)
  // An answer that has arrived since then can have it.
  change(all => (all.some(({ _id: id }) => id === highlight._id) ? [...all] : [...all, highlight]))
  return () => change(without)
}
