import type { Link } from '@nestmark/contract/shapes'
import { toPlayable } from '../../../lib/media/playable.ts'
import {
  findInCollection,
  type ListOrder,
  readListOrder,
  toCollectionReader,
} from '../players/collectionMedia.ts'
import { type ListPlace, readAt } from '../../links/list/listPlace.ts'

const soundCategory = 5
/** How many links that cannot be played here are skipped on the way to the next sound. */
const maxSkipped = 200

let order: ListOrder = readListOrder()
/** The sounds of a collection, as they were read for a link. */
let found: { id: string; media: Promise<ListPlace> } | undefined

function find(link: Link): Promise<ListPlace> {
  if (found?.id !== link._id) found = { id: link._id, media: findInCollection(link, soundCategory, order) }
  return found.media
}

/** Finds the sounds before and after another one in its collection. */
export const soundList = {
  getOrder: (): ListOrder => order,
  /** Sets the order of the list in which a sound was started. It counts until another one is. */
  setOrder(value: ListOrder): void {
    order = value
    found = undefined
  },
  async findPlace(link: Link): Promise<{ index: number; total: number }> {
    const { index, total } = await find(link)
    return { index, total }
  },
  /** Returns the sound before or after another one; undefined at the ends. */
  async findAdjacent(link: Link, direction: 1 | -1): Promise<Link | undefined> {
    const { index, read } = await find(link)
    return findPlayable(index + direction, direction, read)
  },
}

/** Returns the first sound of a collection that can be played here. */
export function findFirstSound(folderId: string, listOrder: ListOrder): Promise<Link | undefined> {
  return findPlayable(0, 1, index => readAt(toCollectionReader(folderId, soundCategory, listOrder), index))
}

async function findPlayable(
  from: number,
  direction: 1 | -1,
  read: (index: number) => Promise<Link | undefined>,
): Promise<Link | undefined> {
  for (let skipped = 0; skipped < maxSkipped; skipped++) {
    const link = await read(from + direction * skipped)
    if (!link || toPlayable(link)?.kind === 'sound') return link
  }
  return undefined
}
