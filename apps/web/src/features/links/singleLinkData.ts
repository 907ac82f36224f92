import { getSingleLink, trashLinks, updateLink } from '@nestmark/contract/links'
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
import { knownLink, patchLinks } from './data.ts'
import { concurrentLink } from './linkFormData.ts'

/**
 * Reads one link. Shows the version from a cached list until the answer arrives, and while the server is unreachable.
 */
export function useLink(link_id: string) {
  const signedIn = useToken() !== null
  const own = useOperation(getSingleLink, { link_id }, { enabled: signedIn, quiet: true })
  const visit = useOperation(visitLink, { link_id }, { enabled: !signedIn, quiet: true })
  const known = useMemo(() => knownLink(link_id), [link_id])
  if (!signedIn) {
    const code = visit.data?.code
    const refused = code && new Refusal({ status: errorStatus[code], code, message: errorTexts[code] })
    return {
      link: isInaccessible(visit.error) ? undefined : (visit.data?.link ?? undefined),
      error: refused ?? visit.error,
      retry: () => void visit.refetch(),
    }
  }
  const { data, error, refetch } = own
  return {
    // After a loss of access the cached version must not be shown.
    link: isInaccessible(error)
      ? undefined
      : (data?.link ?? (error && !isUnreachable(error) ? undefined : known)),
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
export function useTicks(link: Link): (place: number, done: boolean) => void {
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const { _id: id } = link
  return useCallback(
    (place, done) => {
      const item = knownLink(id)?.check_list[place]
      if (!item) return
      const tick = { text: item.text, place, done }
      patchItem(id, tick)
      queue.current = queue.current.then(() => save(id, tick))
    },
    [id],
  )
}

async function save(id: string, tick: ChecklistTick, again = true): Promise<void> {
  const now = knownLink(id)
  if (!now) return
  const input = { link_id: id, version: now.version, check_list: applyTick(now.check_list, tick) }
  const keep = () =>
    queueMutation({ id: randomKey(), op: updateLink.path, input, title: now.name || outboxTexts.tick, tick })
  if (connection.get() !== 'up' && keep()) return
  try {
    const saved = await client.call(updateLink, input)
    patchLinks(id, { ...saved, check_list: knownLink(id)?.check_list ?? saved.check_list })
  } catch (error) {
    const newest = error instanceof Refusal ? concurrentLink(error) : null
    if (newest && again) {
      patchLinks(id, newest)
      return save(id, tick, false)
    }
    if (error instanceof Refusal && isTransient(error) && keep()) {
      setTimeout(() => void sendQueue(), 2000)
      return
    }
    patchItem(id, { ...tick, done: !tick.done })
    toast({ tone: 'danger', title: formatError(error) })
  }
}

function patchItem(id: string, tick: ChecklistTick): void {
  const link = knownLink(id)
  if (link) patchLinks(id, { check_list: applyTick(link.check_list, tick) })
}

/**
 * Returns how many other users see a link of the user, on its own or through its collection: 'anyone' where it is
 * public; undefined until it is known.
 * @param isInRoot the link is in the root, which cannot be shared
 */
export function useSeenByOthers(link: Link, apart: boolean): number | 'anyone' | undefined {
  const isPublic = link.is_public === 1
  const enabled = !isPublic && !apart && link.is_trash === 0 && link.parent !== ''
  const { data } = useOperation(whoCanSee, { folder_id: link.parent }, { enabled, quiet: true })
  if (isPublic || data?.public_through) return 'anyone'
  if (!enabled) return 0
  return data?.people.filter(person => person.type !== 'owner').length
}
