import { updateEnc } from '@nestmark/contract/encryption'
import { getNote } from '@nestmark/contract/linkNote'
import type { Input } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'
import type { CollectionKey } from '@nestmark/encryption/collectionKey'
import { client, Refusal } from '../../lib/api/client.ts'
import { keyRing } from '../../lib/encryption/keyRing.ts'
import { sealField, sealLinkTexts } from '../../lib/encryption/linkTexts.ts'
import { readSmallPicture } from '../../lib/encryption/smallPicture.ts'

type Change = Input<typeof updateEnc>['links'][number]

/** Encrypts links, or encrypts them again with another key, in one call: all or none. @throws Refusal */
export async function encryptPortion(
  links: readonly Link[],
  key: CollectionKey,
  more: { from_key?: string; move_to?: string } = {},
): Promise<void> {
  const changes = await Promise.all(
    links.map(async link => {
      const thumbnail = await readSmallPicture(link.thumbnail)
      const texts = await sealLinkTexts(key, link._id, { ...link, thumbnail })
      return { _id: link._id, enc: 1 as const, version: link.version, ...texts }
    }),
  )
  await sendPortion(changes, more, (id, note) => sealField(key, id, 'note', note))
}

/** Decrypts links that are open, in one call: all or none. @throws Refusal */
export async function decryptPortion(links: readonly Link[]): Promise<void> {
  const changes = links.map(link => ({
    _id: link._id,
    enc: 0 as const,
    version: link.version,
    name: link.name,
    desc: link.desc,
    link: link.link,
    // The server finds the picture of the page again.
    thumbnail: link.thumbnail === '' ? '' : 'data:,',
    check_list: link.check_list,
  }))
  await sendPortion(changes, {}, (_, note) => Promise.resolve(note))
}

/** Sends a portion. Private notes of the person are read only where there are some. */
async function sendPortion(
  links: Change[],
  more: { from_key?: string; move_to?: string },
  toNote: (linkId: string, note: string) => Promise<string>,
): Promise<void> {
  try {
    await client.call(updateEnc, { links, ...more })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'encryption.noteMissing') throw error
    const withNotes: Change[] = []
    for (const change of links) {
      const note = await client.call(getNote, { link_id: change._id })
      withNotes.push(note === null ? change : { ...change, note: await toNote(change._id, note.note) })
    }
    await client.call(updateEnc, { links: withNotes, ...more })
  }
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
