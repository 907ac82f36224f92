import type { listEncryptedLinks as list } from '@nestmark/contract/encryption'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
import { grantScope } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../http/implement.ts'
import { createPictureAddresses } from '../../http/pictures.ts'
import { presentLinks } from '../links/present.ts'
import { listOwnNotes } from './encryptionStore.ts'
import { listInOrder, type ListPosition } from './listQuery.ts'

/**
 * Lists links in the order of their creation, for the browser to search them, or to encrypt or decrypt them in portions: no
 * link leaves its place in this order while its portion is worked on.
 */
export async function listEncryptedLinks(
  call: Call,
  { folder_id: folderId, include_sub: sub, enc, key_id: keyId, after, trash, bare }: Parsed<typeof list>,
): Promise<Output<typeof list>> {
  const { actor, services } = call
  const { read } = services.db
  const collection = folderId ? (await grantScope(read, actor, folderId)).collection : null
  if (collection?.role === 'public') refuse('collections.readOnly')
  const isMember = collection !== null && collection.role !== 'owner'
  const rows = await listInOrder(read, {
    personId: actor.personId,
    ownerId: collection?.owner_id ?? actor.personId,
    collection,
    withDescendants: sub === 1,
    isEncrypted: enc === 1,
    keyId,
    after: after === undefined ? null : parsePosition(after),
    // Members do not see what others have trashed.
    withTrash: trash === 1 && !isMember,
    limit: limits.encryptedPage,
  })
  const links = presentLinks(rows, collection?.role ?? 'owner', createPictureAddresses(call))
  const last = rows.at(-1)
  const notes = await listOwnNotes(
    read,
    actor.personId,
    rows.map(row => row.id),
  )
  const shown = links.map(link => ({
    ...link,
    ...(bare === 1 && { thumbnail: '' }),
    ...(notes.has(link._id) && { note: notes.get(link._id) }),
  }))
  const isLast = last === undefined || rows.length < limits.encryptedPage
  return { links: shown, next: isLast ? null : `${last.created_at}.${last.id}` }
}

function parsePosition(text: string): ListPosition {
  const [time = '', id = ''] = text.split('.')
  return { createdAt: Number(time), id }
}
