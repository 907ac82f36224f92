import type { Output } from '@nestmark/contract/operation'
import * as contract from '@nestmark/contract/storage'
import { action } from '../../calls/action.ts'
import { createPictureAddresses } from '../../calls/pictureAddresses.ts'
import { countStoredLinks, listLargestLinks } from './detailsQuery.ts'

const pageSize = 50

/** Returns the caller's links with stored bytes, the largest first. */
export const listStoredLinks = action(
  contract.listStoredLinks,
  { heavy: true },
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
