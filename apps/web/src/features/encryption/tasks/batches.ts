import { updateEnc } from '@nestmark/contract/encryption/encryption'
import { getNote } from '@nestmark/contract/links/linkNote'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import type { Input } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import type { CollectionKey } from '@nestmark/encryption/keys/collectionKey'
import { hiddenTagsTexts } from '@nestmark/texts/encryption/hiddenTags'
import { client, Refusal } from '../../../lib/api/client.ts'
import { sealHighlight } from '@nestmark/client/encryption/highlightTexts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { sealLinkTexts } from '@nestmark/client/encryption/linkTexts'
import { sealText } from '@nestmark/encryption/envelope'
import { addTagWords } from '@nestmark/client/encryption/tagWords'
import { ShownError } from '@nestmark/client/shownError'
import type { SealedLink } from '@nestmark/client/encryption/sealedLink'
import { deleteUploads } from '../../../lib/uploads/deleteUploads.ts'
import { splitList } from '../../../lib/splitList.ts'
import { readSmallPicture } from '../../../lib/encryption/smallPicture.ts'
import { decryptFiles, encryptFiles, type FileOptions } from './files.ts'
import { pageHighlights } from '@nestmark/contract/reading/highlights'
import { highlightsKey } from '@nestmark/core/addresses/url'
import { toPageTarget } from '../../../lib/highlightedPage.ts'

/** Returns whether the tags of a link become words of its description: its collection, or its destination, hides tags. */
export type HidesTags = (link: Link) => boolean

const listTagNames = (link: Link): string[] => link.tags.map(tag => tag.name)

/** Returns whether the tags of a link fit in its description. */
export const doTagsFit = (link: Link): boolean => addTagWords(link, listTagNames(link)) !== null

type Change = Input<typeof updateEnc>['links'][number]

/** The most characters of a call; the server takes 4 MB. */
const maxLength = 3_500_000

/** Splits links into batches. A link with files is a separate one, because its files are sent before. */
export function toBatches<Some extends Link>(links: readonly Some[]): Some[][] {
  const { 0: light = [], 1: heavy = [] } = Object.groupBy(links, link => link.isFile)
  const bounds = { maxSize: maxLength, maxCount: limits.encryptedPerCall }
  return [...splitList(light, estimateLength, bounds), ...heavy.map(link => [link])]
}

/** Returns the most characters that a link can have after its encryption: three bytes a character, in base64url. */
function estimateLength({ name, desc, link, check_list: items, thumbnail, tags }: Link): number {
  const words = tags.reduce((sum, tag) => sum + tag.name.length + 2, 0)
  const texts = name.length + desc.length + link.length + words + JSON.stringify(items).length
  return texts * 4 + (thumbnail === '' ? 1_000 : 34_000)
}

/**
 * Encrypts links, or encrypts them again with another key, in one call: all or none. Files in plain text are encrypted
 * and sent before; of files that are encrypted, only the descriptions are encrypted again.
 * @throws Refusal, or ShownError for a file that cannot be read, or for tags that do not fit in the description
 */
export async function encryptBatch(
  links: readonly Link[],
  key: CollectionKey,
  options: FileOptions,
  { hidesTags, ...more }: { from_key?: string; move_to?: string; hidesTags?: HidesTags } = {},
): Promise<void> {
  await withUploads(async onStarted => {
    const changes = await Promise.all(
      links.map(async link => {
        const s3_key = await encryptFiles(key, link, onStarted, options)
        const thumbnail = await readSmallPicture(link.thumbnail)
        const isHiding = hidesTags?.(link) ?? false
        const desc = isHiding ? toDescWithTags(link) : link.desc
        const texts = await sealLinkTexts(key, link._id, { ...link, desc, thumbnail })
        return {
          _id: link._id,
          enc: 1 as const,
          version: link.version,
          ...texts,
          ...(s3_key && { s3_key }),
          ...(isHiding && { tags_inside: 1 as const }),
        }
      }),
    )
    await sendBatch(links, changes, more, {
      toNote: (id, note) => sealText(key, { linkId: id, field: 'note' }, note),
      toHighlight: async each => ({ _id: each._id, sealed: await sealHighlight(key, each._id, each) }),
    })
  })
}

/** Returns the description of a link with its tags. @throws ShownError when they do not fit */
function toDescWithTags(link: Link): string {
  const desc = addTagWords(link, listTagNames(link))
  if (desc === null) throw new ShownError(hiddenTagsTexts.tooLong(link.name))
  return desc
}

/** Decrypts links that are open, in one call: all or none. Their files are decrypted and sent before. @throws Refusal, or ShownError for a file that cannot be read */
export async function decryptBatch(links: readonly Link[], options: FileOptions): Promise<void> {
  await withUploads(async onStarted => {
    const changes = await Promise.all(
      links.map(async link => {
        const s3_key = await decryptFiles(link as SealedLink, onStarted, options)
        return {
          _id: link._id,
          enc: 0 as const,
          version: link.version,
          name: link.name,
          desc: link.desc,
          link: link.link,
          // The server finds the picture of the page again.
          thumbnail: link.thumbnail === '' || s3_key ? '' : 'data:,',
          check_list: link.check_list,
          ...(s3_key && { s3_key }),
        }
      }),
    )
    await sendBatch(
      links,
      changes,
      {},
      {
        toNote: (_, note) => Promise.resolve(note),
        toHighlight: ({ _id, text, comm, anchor }) => Promise.resolve({ _id, text, comm, anchor }),
      },
    )
  })
}

/** Deletes the uploads of a call that fails. @param work reports each upload that it starts */
async function withUploads(work: (onStarted: (uploadId: string) => void) => Promise<void>): Promise<void> {
  const ids: string[] = []
  try {
    await work(id => void ids.push(id))
  } catch (error) {
    deleteUploads(ids)
    throw error
  }
}

/** What belongs to the person and not to the link, as a change has it. */
interface OwnTexts {
  toNote: (linkId: string, note: string) => Promise<string>
  toHighlight: (highlight: Highlight) => Promise<object>
}

/** Sends a batch. Private notes and highlights of the person are read only where there are some. */
async function sendBatch(
  links: readonly Link[],
  changes: Change[],
  more: { from_key?: string; move_to?: string },
  own: OwnTexts,
): Promise<void> {
  const added = new Set<string>()
  for (let complete = changes; ;)
    try {
      await client.call(updateEnc, { links: complete, ...more })
      return
    } catch (error) {
      if (!(error instanceof Refusal) || added.has(error.code)) throw error
      added.add(error.code)
      if (error.code === 'encryption.noteMissing') complete = await addNotes(complete, own)
      else if (error.code === 'encryption.highlightsMissing')
        complete = await addHighlights(links, complete, own)
      else throw error
    }
}

async function addNotes(changes: Change[], { toNote }: OwnTexts): Promise<Change[]> {
  const withNotes: Change[] = []
  for (const change of changes) {
    const note = await client.call(getNote, { link_id: change._id })
    withNotes.push(note === null ? change : { ...change, note: await toNote(change._id, note.note) })
  }
  return withNotes
}

async function addHighlights(
  links: readonly Link[],
  changes: Change[],
  { toHighlight }: OwnTexts,
): Promise<Change[]> {
  const found = await readLinkHighlights(links)
  return Promise.all(
    changes.map(async change => {
      const own = found.get(change._id)
      return own ? ({ ...change, highlights: await Promise.all(own.map(toHighlight)) } as Change) : change
    }),
  )
}

/** Groups links by the key with which they are to be encrypted. Links without one are left out. */
export async function groupByKey(
  links: readonly Link[],
  keyOf: (link: Link) => string | null | undefined,
): Promise<[CollectionKey, Link[]][]> {
  const groups = Map.groupBy(links, link => keyOf(link) ?? '')
  const opened = await Promise.all(
    [...groups].map(async ([kid, own]) => [await keyRing.open(kid), own] as const),
  )
  return opened.flatMap(([key, own]) => (key ? [[key, own]] : []))
}

/**
 * Reads the person's highlights of links, by the id of the link. Of several links in plain text with the same address, the
 * first has those of the page, as the server assigns them.
 * @throws Refusal
 */
async function readLinkHighlights(
  links: readonly Link[],
): Promise<ReadonlyMap<string, readonly Highlight[]>> {
  const found = new Map<string, readonly Highlight[]>()
  const seen = new Set<string>()
  for (const link of links) {
    const target = toPageTarget(link)
    const key = 'url' in target ? highlightsKey(target.url) : target.link_id
    if (seen.has(key)) continue
    seen.add(key)
    const page = await client.call(pageHighlights, target)
    if (page) found.set(link._id, page.data.highlights)
  }
  return found
}
