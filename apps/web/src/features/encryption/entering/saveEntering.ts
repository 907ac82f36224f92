import { getTree } from '@nestmark/contract/collections'
import { saveEncryptedLink } from '@nestmark/contract/encryption/encryption'
import type { oneClickSave, saveLink } from '@nestmark/contract/links/links'
import type { Input, Output } from '@nestmark/contract/operation'
import { scrapeLink } from '@nestmark/contract/links/scrape'
import type { Link } from '@nestmark/contract/shapes'
import { recognise } from '@nestmark/core/embeds/recognise'
import { limits } from '@nestmark/core/limits'
import { truncateText } from '@nestmark/core/words/truncateText'
import { formatHostAndPath, normaliseAddress } from '@nestmark/core/addresses/url'
import { toBase64url } from '@nestmark/encryption/bytes'
import { newLinkId } from '@nestmark/encryption/envelope'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { operationKey } from '../../../lib/api/operations.ts'
import { client, Refusal } from '../../../lib/api/client.ts'
import type { EnteringCall } from '../../../lib/encryption/entering.ts'
import { sealNewLink } from '../sealNewLink.ts'
import { readPlace } from '../tasks/places.ts'
import { openPlace, toPlainTextRefusal } from './openPlace.ts'

type Fields = Omit<Input<typeof saveLink>, 'parent' | 'plain'>
type Saved = Partial<Input<typeof saveLink> & Input<typeof oneClickSave>>

/** How long the title of a page is waited for, in milliseconds. */
const titleMs = 6_000

/**
 * Saves the link of a call encrypted, in a collection with a key; in plain text where the person chooses it.
 * @throws Refusal; 'encryption.plainText' when the key is not given
 */
export async function saveEntering({ input, options, send }: EnteringCall, id?: string): Promise<unknown> {
  const { parent, ...saved } = input as Saved
  const folderId = id ?? parent ?? findRoot()
  if (folderId === undefined) return send()
  const place = await readPlace(folderId)
  if (place.kid === null) return send()
  // An uploaded file is on the server already.
  if (saved.s3_key?.length) throw toPlainTextRefusal()
  const key = await openPlace(place, 'save')
  if (key === 'plain') return send({ ...saved, parent, plain: 1 })
  const fields = saved.url === undefined ? (saved as Fields) : await readPage(saved.url, saved.tags)
  if (!fields) return send()
  const linkId = await toLinkId(options?.idempotencyKey)
  const sealed = await sealNewLink(key, { _id: linkId, parent: folderId }, fields)
  try {
    return await client.call(saveEncryptedLink, sealed)
  } catch (error) {
    // An earlier attempt of this call has saved it.
    if (error instanceof Refusal && error.code === 'encryption.savedBefore')
      return (error.data as { link: Link }).link
    throw error
  }
}

/** Returns the fields of an address that is saved without a form; null for text that is no address. */
async function readPage(url: string, tags: readonly string[] = []): Promise<Fields | null> {
  const link = normaliseAddress(url)
  if (!link) return null
  const place = formatHostAndPath(link)
  const title = await readTitle(link)
  return {
    link,
    name: truncateText(title || place, limits.title),
    category: recognise(link)?.category ?? 3,
    tags: [...tags],
  }
}

/** Reads the title of a page through the server, which stores neither; '' when it is not known in time. */
async function readTitle(link: string): Promise<string> {
  try {
    const { title } = await client.call(scrapeLink, { link }, { signal: AbortSignal.timeout(titleMs) })
    return title.trim()
  } catch {
    return ''
  }
}

/** Returns the id of a new link. Repeated attempts of one call have the same. */
async function toLinkId(idempotencyKey: string | undefined): Promise<string> {
  if (idempotencyKey === undefined) return newLinkId()
  const bytes = new TextEncoder().encode(`nestmark link ${idempotencyKey}`)
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).slice(0, 16))
}

/** Returns the id of the person's root collection; undefined before the tree is read. */
const findRoot = (): string | undefined =>
  queryClient.getQueryData<Output<typeof getTree>>(operationKey(getTree, {}))?._id
