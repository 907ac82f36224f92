import type { Collection } from '@nestmark/contract/shapes'
import type { Movable } from '../../lib/lists/chosenItems.ts'
import { formatCollectionName } from './data.ts'

/** Returns the part of a collection that moving and trashing need. */
export function toMovable(collection: Collection): Movable {
  return { _id: collection._id, name: formatCollectionName(collection), parent: collection.parent }
}
