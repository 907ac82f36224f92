import { showError } from '../../lib/api/showError.ts'
import { updateLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { outboxTexts } from '@nestmark/texts/outbox'
import { useCallback, useRef } from 'react'
import { client, Refusal } from '../../lib/api/client.ts'
import { connection } from '../../lib/connection.ts'
import { queueMutation } from '../../lib/outbox/queue.ts'
import { isTransient } from '@nestmark/client/refusals'
import { sendQueue } from '../../lib/api/sendQueue.ts'
import { applyTick, type ChecklistTick } from '@nestmark/client/outbox/tick'
import { randomKey } from '@nestmark/client/randomKey'
import { findCachedLink, getConcurrentLink, patchLinks } from './data.ts'

/**
 * Returns a function that ticks an item of a checklist. Each tick is shown immediately and saved in order. When
 * another user has changed the link concurrently, the tick is applied to that version. Without a connection the
 * tick is queued.
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
    // Without a connection an encrypted list is not changed, because no plaintext is stored on the device.
    current.enc === 0 &&
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
    showError(error)
  }
}

function patchItem(id: string, tick: ChecklistTick): void {
  const link = findCachedLink(id)
  if (link) patchLinks(id, { check_list: applyTick(link.check_list, tick) })
}
