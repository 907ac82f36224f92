import { undoActivity } from '@nestmark/contract/activity'
import { updateEnc } from '@nestmark/contract/encryption/encryption'
import { undo } from '@nestmark/contract/jobs'
import { getLink, moveLinks, trashLinks, updateLink } from '@nestmark/contract/links/links'
import type { Input, Operation, Output } from '@nestmark/contract/operation'
import type { PlainTextRefused } from '@nestmark/contract/encryption/plainText'
import { limits } from '@nestmark/core/limits'
import type { CollectionKey } from '@nestmark/encryption/keys/collectionKey'
import { approveSuggestions } from '@nestmark/contract/sharing/suggestions'
import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { client, Refusal } from '../../../lib/api/client.ts'
import { refresh } from '../../../lib/api/queryClient.ts'
import { type EnteringCall, savesLink } from '../../../lib/encryption/entering.ts'
import { ShownError } from '@nestmark/client/shownError'
import { forEach, readLink } from '../tasks/completeLinks.ts'
import { type Place, readPlace } from '../tasks/places.ts'
import { encryptBatch, toBatches } from '../tasks/batches.ts'
import { type EnteringAction, openPlace, toPlainTextRefusal } from './openPlace.ts'
import { type EnteringRun, runEntering } from './runEntering.ts'
import { saveEntering } from './saveEntering.ts'

type Entering = PlainTextRefused['links'][number]

const actions: Record<string, EnteringAction> = {
  [moveLinks.path]: 'move',
  [updateLink.path]: 'move',
  [trashLinks.path]: 'restore',
}

/**
 * Encrypts the links that the server refused to place in plain text, and sends the call again, until nothing is refused. Asks
 * for the keys that are missing; without them, the person may choose to go on in plain text. Many links show their progress,
 * with Stop: what is encrypted then stays so, moved by a move, and nothing else is moved or restored.
 * @throws Refusal, or ShownError of a call that was stopped
 */
export async function retryEncrypted(call: EnteringCall, refusal: Refusal): Promise<unknown> {
  const { op, input, send } = call
  const first = refusal.data as PlainTextRefused
  if (savesLink(op)) return saveEntering(call, first.folder_id)
  const action = actions[op.path] ?? 'other'
  const sendPlain = () => send({ ...(input as object), plain: 1 })
  if (first.links.length === 0) {
    // An approval has the encrypted texts where the page knows of the key: it is asked for again with the present list.
    if (op.path === approveSuggestions.path) throw refusal
    // Links that the server makes from what it has: they are encrypted when they exist.
    const place = await readPlace(first.folder_id)
    if (place.kid !== null) await openPlace(place, action)
    return sendPlain()
  }
  const total = countLinks(input)
  const moved: Entering[] = []
  let refused = first
  let encrypted = 0
  const work = async (run: EnteringRun): Promise<number> => {
    const before = encrypted
    const count = (links: number) => run.onProgress((encrypted += links) - before)
    for (;;) {
      const keys = await openPlaces(refused.links, action)
      if (keys === 'plain') {
        run.end(await sendPlain())
        break
      }
      await encryptEntering(refused.links, keys, { run, moved, count })
      // Stop came too late where all are moved.
      if (run.signal.aborted && moved.length !== total) break
      try {
        run.end(await finish(call, moved))
        break
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'encryption.plainText') throw error
        const next = error.data as PlainTextRefused
        // Something else keeps them in plain text.
        if (next.links.every(link => refused.links.some(each => each._id === link._id))) throw error
        refused = next
      }
    }
    return encrypted - before
  }
  const toStopped = () => new ShownError(texts.enteringStopped(encrypted, moved.length, total))
  try {
    return await runEntering(work, { total, toStopped })
  } finally {
    await refresh(updateEnc.touches)
  }
}

/** Returns the number of links that a call lists; undefined where it names a set of them. */
function countLinks(input: unknown): number | undefined {
  const { links, linkIdArr = links } = input as { links?: string[]; linkIdArr?: string[] }
  return linkIdArr?.length ? new Set(linkIdArr).size : undefined
}

/** Changes a link. Where it is in plain text and moves into a collection with a key, it is encrypted first. @throws Refusal */
export async function editEntering(call: EnteringCall): Promise<unknown> {
  const { link_id, parent = '', version } = call.input as Input<typeof updateLink>
  const link = await readLink(link_id)
  if (!link || link.enc === 1 || link.parent === parent) return call.send()
  // The server refuses an outdated version.
  if (version !== undefined && version !== link.version) return call.send()
  const data: PlainTextRefused = { folder_id: parent, links: [{ _id: link_id, to: parent }] }
  return retryEncrypted(call, toPlainTextRefusal(data))
}

type Keys = Map<string, { place: Place; key: CollectionKey }>

/** Opens the keys of the collections that links enter; 'plain' where the person chooses to go on without one. */
async function openPlaces(links: readonly Entering[], action: EnteringAction): Promise<Keys | 'plain'> {
  const keys: Keys = new Map()
  for (const id of new Set(links.map(link => link.to))) {
    const place = await readPlace(id)
    // Its key was removed since then.
    if (place.kid === null) continue
    const key = await openPlace(place, action)
    if (key === 'plain') return key
    keys.set(id, { place, key })
  }
  return keys
}

/**
 * Encrypts links with the keys of the collections that they enter, and moves those that are elsewhere in the same calls. Shows
 * the progress of many links, and of files; ends after a batch when the run is stopped.
 * @param moved receives those that were moved
 */
async function encryptEntering(
  links: readonly Entering[],
  keys: Keys,
  { run, moved, count }: { run: EnteringRun; moved: Entering[]; count: (links: number) => void },
): Promise<void> {
  // A refusal lists no more than a batch: there may be others.
  if (links.length >= limits.encryptedPerCall) run.show()
  for (const [id, { place, key }] of keys) {
    const found = await forEach(
      links.filter(each => each.to === id),
      ({ _id }) => readLink(_id),
    )
    const plain = found.flatMap(link => (link?.enc === 0 ? [link] : []))
    if (plain.some(link => link.isFile === 1)) run.show()
    const hidesTags = () => place.hide_tags === 1
    for (const isMoved of [false, true]) {
      const own = plain.filter(link => (link.parent !== id) === isMoved)
      for (const batch of toBatches(own)) {
        if (run.signal.aborted) return
        await encryptBatch(batch, key, run, { ...(isMoved && { move_to: id }), hidesTags })
        if (isMoved) moved.push(...batch.map(({ _id }) => ({ _id, to: id })))
        count(batch.length)
      }
    }
  }
}

/** Sends a call again, and adds to its answer what was moved by encrypting it. @throws Refusal */
async function finish({ op, input, send }: EnteringCall, moved: readonly Entering[]): Promise<unknown> {
  if (is(op, moveLinks)) return finishMove(input as Input<typeof moveLinks>, send, moved.length)
  if (is(op, updateLink) && moved.length > 0) return finishEdit(input as Input<typeof updateLink>, send)
  const answer = await send()
  if (!is(op, undo) && !is(op, undoActivity)) return answer
  const { changed, left, ...rest } = answer as Output<typeof undo>
  return { ...rest, changed: changed + moved.length, left: Math.max(0, left - moved.length) }
}

const is = (op: Operation, other: Operation) => op.path === other.path

/** Moves what is left. It has no undo where nothing is: links in plain text do not get back. */
async function finishMove(
  { links = [] }: Input<typeof moveLinks>,
  send: EnteringCall['send'],
  moved: number,
): Promise<Output<typeof moveLinks>> {
  if (links.length > 0 && moved >= new Set(links).size) return { moved }
  try {
    return (await send()) as Output<typeof moveLinks>
  } catch (error) {
    if (moved > 0 && error instanceof Refusal && error.code === 'links.noneChosen') return { moved }
    throw error
  }
}

/** Changes a link that has been encrypted and moved: the other fields, in its present version. */
async function finishEdit(
  { version, ...edit }: Input<typeof updateLink>,
  send: EnteringCall['send'],
): Promise<unknown> {
  // The page encrypts the edit of a link that it has read encrypted.
  const { link } = await client.call(getLink, { link_id: edit.link_id })
  return send({ ...edit, parent: undefined, ...(version !== undefined && { version: link?.version }) })
}
