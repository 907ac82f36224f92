import * as contract from '@nestmark/contract/storage'
import type { Output } from '@nestmark/contract/operation'
import { categories } from '@nestmark/core/limits'
import { action, libraryRead } from '../../calls/action.ts'
import { findPerson } from '../session/store.ts'
import {
  type NamedCollection,
  readCategoryUse,
  readCollectionBytes,
  readCollections,
  readEncryptedUse,
  readSetUse,
  readSharedBytes,
  readTrashUse,
  type SetUse,
  countStoredLinks,
  listLargestLinks,
} from './detailsQuery.ts'
import { restorableMs } from '../uploads/storage/sweepFiles.job.ts'
import { listRemovals } from './removedFileStore.ts'
import { createPictureAddresses } from '../../calls/pictureAddresses.ts'

const maxCollections = 100

/** Returns the storage of the caller by kind and collection. */
export const getStorageDetails = action(
  contract.getStorageDetails,
  libraryRead,
  async ({ services, actor }) => {
    const { read } = services.db
    const ownerId = actor.personId
    const now = services.now()
    const uses = new Map((await readCategoryUse(read, ownerId)).map(use => [use.category, use]))
    const bytes = await readCollectionBytes(read, ownerId)
    const collections = bytes.size > 0 ? await readCollections(read, ownerId) : []
    return {
      reserved: (await findPerson(read, ownerId))?.reserved_bytes ?? 0,
      categories: categories.map((_, at) => {
        const use = uses.get(at + 1)
        return { category: at + 1, files: use?.files ?? 0, copies: use?.copies ?? 0 }
      }),
      encrypted: await readEncryptedUse(read, ownerId),
      collections: listLargest(collections, bytes),
      shared: await readSharedBytes(read, ownerId),
      trash: await readTrashUse(read, ownerId),
      old_copies: toPages(await readSetUse(read, ownerId, 'oldCopies', now)),
      captures: toPages(await readSetUse(read, ownerId, 'captures', now)),
      unopened: await readSetUse(read, ownerId, 'unopened', now),
      restorable: await listRemovals(read, ownerId, now - restorableMs),
    }
  },
)

const toPages = ({ links, bytes }: SetUse) => ({ pages: links, bytes })

/**
 * Adds the bytes of each collection to those above it, and returns the largest. The root contains all and is
 * omitted.
 */
function listLargest(
  collections: readonly NamedCollection[],
  own: ReadonlyMap<string, number>,
): Output<typeof contract.getStorageDetails>['collections'] {
  const byId = new Map(collections.map(each => [each.id, each]))
  const totals = new Map<string, number>()
  for (const [id, bytes] of own)
    for (let at = byId.get(id); at; at = at.parent_id === null ? undefined : byId.get(at.parent_id))
      totals.set(at.id, (totals.get(at.id) ?? 0) + bytes)
  return [...totals]
    .flatMap(([id, bytes]) => {
      const found = byId.get(id)
      return found && found.parent_id !== null ? [{ ...found, bytes }] : []
    })
    .sort((a, b) => b.bytes - a.bytes || (a.id < b.id ? -1 : 1))
    .slice(0, maxCollections)
    .map(({ id, name, parent_id, bytes }) => ({ _id: id, name, path: toPath(byId, parent_id), bytes }))
}

function toPath(byId: ReadonlyMap<string, NamedCollection>, parentId: string | null): string[] {
  const names: string[] = []
  for (
    let at = parentId === null ? undefined : byId.get(parentId);
    at && at.parent_id !== null;
    at = byId.get(at.parent_id)
  )
    names.unshift(at.name)
  return names
}

const pageSize = 50

/** Returns the caller's links with stored bytes, the largest first. */
export const listStoredLinks = action(
  contract.listStoredLinks,
  libraryRead,
  async (
    call,
    { kind = 'all', folder_id = null, from = [], page = 1 },
  ): Promise<Output<typeof contract.listStoredLinks>> => {
    const { read } = call.services.db
    const order = {
      ownerId: call.actor.personId,
      kind,
      collectionId: folder_id,
      sets: from,
      now: call.services.now(),
    }
    const rows = await listLargestLinks(read, order, { offset: (page - 1) * pageSize, limit: pageSize })
    const picture = createPictureAddresses(call)
    return {
      links: rows.map(row => ({
        _id: row.id,
        name: row.title,
        enc: row.key_id === null ? 0 : 1,
        category: row.category,
        thumbnail: row.picture_id === null ? '' : picture(row.picture_id),
        parent: row.collection_id,
        parent_name: row.collection_name,
        create_date: row.created_at,
        is_trash: row.is_trashed,
        files: row.files,
        versions: row.versions,
        captures: row.captures,
        bytes: row.bytes,
      })),
      total: await countStoredLinks(read, order),
    }
  },
)
