import type { Readable } from 'node:stream'
import { collectionsWithRoles } from '../../../access/roles.ts'
import { toAddressKey } from '../../../calls/addressKey.ts'
import type { Services } from '../../../services.ts'

/**
 * Returns a public collection with its descendants as a bookmark file, without marks and notes; null when it is not
 * public. A reader thread produces it, within the share of the visitor's address.
 */
export async function openPublicBookmarks(
  { db, readers }: Services,
  id: string,
  ip: string,
): Promise<Readable | null> {
  if (id.length > 64) return null
  const [collection] = await collectionsWithRoles(db.read, null, [id])
  if (!collection?.role) return null
  const file = { file: 'links', ownerId: collection.owner_id, rootId: id, readerId: '' }
  return readers.open(file, toAddressKey(ip))
}
