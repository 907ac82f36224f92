import { getLink, trashLinks, updateLink } from '@nestmark/contract/links'
import type { Link } from '@nestmark/contract/shapes'
import { errorStatus } from '@nestmark/contract/errors'
import { visitLink, whoCanSee } from '@nestmark/contract/share'
import { errorTexts } from '@nestmark/texts/errors'
import { linksTexts } from '@nestmark/texts/links'
import { outboxTexts } from '@nestmark/texts/outbox'
import { useCallback, useMemo, useRef } from 'react'
import { client, isInaccessible, isUnreachable, Refusal, formatError } from '../../lib/api/client.ts'
import { useOperationMutation, useOperation } from '../../lib/api/operations.ts'
import { connection } from '../../lib/connection.ts'
import { isTransient, sendQueue } from '../../lib/outbox/send.ts'
import { applyTick, type ChecklistTick } from '../../lib/outbox/tick.ts'
import { queueMutation } from '../../lib/outbox/queue.ts'
import { randomKey } from '../../lib/randomKey.ts'
import { toast } from '../../lib/toasts.ts'
import { useToken } from '../../lib/token.ts'
import { findCachedLink, patchLinks } from './data.ts'
import { getConcurrentLink } from './linkFormData.ts'

/**
 * Reads one link. Shows the version from a cached list until the answer arrives, and while the server is unreachable.
 */
export function useLink(link_id: string) {
  const signedIn = useToken() !== null
  const ownQuery = useOperation(getLink, { link_id }, { enabled: signedIn, quiet: true })
  const visitorQuery = useOperation(visitLink, { link_id }, { enabled: !signedIn, quiet: true })
  const cached = useMemo(() => findCachedLink(link_id), [link_id])
  if (!signedIn) {
    const code = visitorQuery.data?.code
    const refused = code && new Refusal({ status: errorStatus[code], code, message: errorTexts[code] })
    return {
      link: isInaccessible(visitorQuery.error) ? undefined : (visitorQuery.data?.link ?? undefined),
      error: refused ?? visitorQuery.error,
      retry: () => void visitorQuery.refetch(),
    }
  }
  const { data, error, refetch } = ownQuery
  return {
    // After a loss of access the cached version must not be shown.
    link: isInaccessible(error)
      ? undefined
      : (data?.link ?? (error && !isUnreachable(error) ? undefined : cached)),
    error,
    retry: () => void refetch(),
  }
}

/** Restores links from the trash and shows a toast. */
export function useRestoreLinks(onDone?: () => void) {
  return useOperationMutation(trashLinks, {
    onSuccess: ({ changed }) => {
      toast({ title: linksTexts.restored(changed) })
      onDone?.()
    },
  })
}

/** Shows or hides the description on the link's page. */
export function useToggleDescription() {
  return useOperationMutation(updateLink, { onSuccess: link => patchLinks(link._id, link) })
}

/**
 * Returns a function that ticks an item of a checklist. Each tick is shown at once and saved in order. When another
 * user has changed the link concurrently, the tick is applied to that version. Without a connection the tick is queued.
 */
export function useChecklistTicks(link: Link): (index: number, done: boolean) => void {
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const { _id: id } = link
  return useCallback(
    (index, done) => {
      const item = findCachedLink(id)?.check_list[index]
      if (!item) return
      const tick = { text: item.text, place: index, done }
      patchItem(id, tick)
      queue.current = queue.current.then(() => saveTick(id, tick))
    },
    [id],
  )
}

async function saveTick(id: string, tick: ChecklistTick, canRetry = true): Promise<void> {
  const current = findCachedLink(id)
  if (!current) return
  const input = { link_id: id, version: current.version, check_list: applyTick(current.check_list, tick) }
  const enqueue = () =>
    queueMutation({
      id: randomKey(),
      op: updateLink.path,
      input,
      title: current.name || outboxTexts.tick,
      tick,
    })
  if (connection.get() !== 'up' && enqueue()) return
  try {
    const saved = await client.call(updateLink, input)
    patchLinks(id, { ...saved, check_list: findCachedLink(id)?.check_list ?? saved.check_list })
  } catch (error) {
    const concurrent = error instanceof Refusal ? getConcurrentLink(error) : null
    if (concurrent && canRetry) {
      patchLinks(id, concurrent)
      return saveTick(id, tick, false)
    }
    if (error instanceof Refusal && isTransient(error) && enqueue()) {
      setTimeout(() => void sendQueue(), 2000)
      return
    }
    patchItem(id, { ...tick, done: !tick.done })
    toast({ tone: 'danger', title: formatError(error) })
  }
}

function patchItem(id: string, tick: ChecklistTick): void {
  const link = findCachedLink(id)
  if (link) patchLinks(id, { check_list: applyTick(link.check_list, tick) })
}

/**
 * Returns how many other users see a link of the user, on its own or through its collection: 'anyone' where it is
 * public; undefined until it is known.
 * @param isInRoot the link is in the root, which cannot be shared
 */
export function useOtherViewers(link: Link, isInRoot: boolean): number | 'anyone' | undefined {
  const isPublic = link.is_public === 1
  const enabled = !isPublic && !isInRoot && link.is_trash === 0 && link.parent !== ''
  const { data } = useOperation(whoCanSee, { folder_id: link.parent }, { enabled, quiet: true })
  if (isPublic || data?.public_through) return 'anyone'
  if (!enabled) return 0
  return data?.people.filter(person => person.type !== 'owner').length
}
