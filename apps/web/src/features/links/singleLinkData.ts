import { getSingleLink, trashLinks, updateLink } from '@nestmark/contract/links'
import type { Link } from '@nestmark/contract/shapes'
import { errorStatus } from '@nestmark/contract/errors'
import { visitLink } from '@nestmark/contract/share'
import { errorTexts } from '@nestmark/texts/errors'
import { linksTexts } from '@nestmark/texts/links'
import { useCallback, useMemo, useRef } from 'react'
import { client, Refusal, sentenceOf } from '../../lib/api/client.ts'
import { useDeed, useOperation } from '../../lib/api/operations.ts'
import { toast } from '../../lib/toasts.ts'
import { useToken } from '../../lib/token.ts'
import { knownLink, patchLinks } from './data.ts'
import { linkMeanwhile } from './linkFormData.ts'

/** One link. What a list already knows of it is shown until the answer is here. */
export function useLink(link_id: string) {
  const signedIn = useToken() !== null
  const own = useOperation(getSingleLink, { link_id }, { enabled: signedIn, quiet: true })
  const visit = useOperation(visitLink, { link_id }, { enabled: !signedIn, quiet: true })
  const known = useMemo(() => knownLink(link_id), [link_id])
  if (!signedIn) {
    const code = visit.data?.code
    const refused = code && new Refusal({ status: errorStatus[code], code, message: errorTexts[code] })
    return {
      link: visit.data?.link ?? undefined,
      error: refused ?? visit.error,
      retry: () => void visit.refetch(),
    }
  }
  const { data, error, refetch } = own
  return { link: data?.link ?? (error ? undefined : known), error, retry: () => void refetch() }
}

/** Takes a link out of the trash, and says so. */
export function useRestoreLinks(onDone?: () => void) {
  return useDeed(trashLinks, {
    onSuccess: ({ changed }) => {
      toast({ title: linksTexts.restored(changed) })
      onDone?.()
    },
  })
}

/** Shows or hides the description on the link's page. */
export function useToggleDescription() {
  return useDeed(updateLink, { onSuccess: link => patchLinks(link._id, link) })
}

/**
 * Ticks items of a checklist. Every tick is shown at once and saved at once, one after the other; when somebody else
 * has changed the link meanwhile, the tick goes onto what is there now.
 */
export function useTicks(link: Link): (place: number, done: boolean) => void {
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const { _id: id } = link
  return useCallback(
    (place, done) => {
      const item = knownLink(id)?.check_list[place]
      if (!item) return
      patchItem(id, item.text, place, done)
      queue.current = queue.current.then(() => save(id, item.text, place, done))
    },
    [id],
  )
}

async function save(id: string, text: string, place: number, done: boolean, again = true): Promise<void> {
  const now = knownLink(id)
  if (!now) return
  try {
    const check_list = ticked(now, text, place, done)
    const saved = await client.call(updateLink, { link_id: id, version: now.version, check_list })
    patchLinks(id, { ...saved, check_list: knownLink(id)?.check_list ?? saved.check_list })
  } catch (error) {
    const newest = error instanceof Refusal ? linkMeanwhile(error) : null
    if (newest && again) {
      patchLinks(id, newest)
      return save(id, text, place, done, false)
    }
    patchItem(id, text, place, !done)
    toast({ tone: 'danger', title: sentenceOf(error) })
  }
}

function ticked(link: Link, text: string, place: number, done: boolean) {
  // Another change may have moved the item: its words find it again.
  const at = link.check_list[place]?.text === text ? place : link.check_list.findIndex(i => i.text === text)
  return link.check_list.map((item, i) => (i === at ? { ...item, done } : item))
}

function patchItem(id: string, text: string, place: number, done: boolean): void {
  const link = knownLink(id)
  if (link) patchLinks(id, { check_list: ticked(link, text, place, done) })
}
