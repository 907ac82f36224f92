import type { Output, Parsed } from '@nestmark/contract/operation'
import type {
  deleteTrashedCollections,
  deleteTrashedLinks,
  emptyTrash as empty,
} from '@nestmark/contract/trash'
import { grantCollections, grantLinks } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import type { Call } from '../../http/implement.ts'
import { allBeneath, deleteCollections, deleteLinks } from './store.ts'

/** Deletes trashed collections for good, with all beneath. What is not in the trash is refused as not there. */
export async function deleteCollectionsForGood(
  { actor, services: { db } }: Call,
  { folderIdArr }: Parsed<typeof deleteTrashedCollections>,
): Promise<Output<typeof deleteTrashedCollections>> {
  if (folderIdArr.length === 0) refuse('collections.noneChosen')
  return db.write(async tx => {
    await lockTree(tx, actor.personId)
    const granted = await grantCollections(tx, actor, 'collections.delete', folderIdArr)
    if (granted.collections.some(each => each.trashed_at === null)) refuse('collections.notFound')
    const ids = await allBeneath(tx, folderIdArr)
    await deleteLinks(tx, { inside: ids })
    await deleteCollections(tx, granted, ids)
    return { changed: granted.collections.length }
  })
}

/** Deletes trashed links for good. */
export async function deleteLinksForGood(
  { actor, services: { db } }: Call,
  { linkIdArr }: Parsed<typeof deleteTrashedLinks>,
): Promise<Output<typeof deleteTrashedLinks>> {
  if (linkIdArr.length === 0) refuse('links.noneChosen')
  return db.write(async tx => {
    await lockTree(tx, actor.personId)
    const granted = await grantLinks(tx, actor, 'links.delete', linkIdArr)
    if (granted.links.some(each => each.trashed_at === null)) refuse('links.notFound')
    const changed = await deleteLinks(tx, { seqs: granted.links.map(each => each.seq) })
    return { changed }
  })
}

/** Deletes all trashed collections (1) or all trashed links (2) of the caller for good. */
export async function emptyTrash(call: Call, { type }: Parsed<typeof empty>): Promise<Output<typeof empty>> {
  const { personId } = call.actor
  const { db } = call.services
  if (type === 1) {
    const tops = await db.read
      .selectFrom('collections')
      .select('id')
      .where('owner_id', '=', personId)
      .where('trashed_at', 'is not', null)
      .execute()
    return tops.length === 0
      ? { changed: 0 }
      : deleteCollectionsForGood(call, { folderIdArr: tops.map(top => top.id) })
  }
  return db.write(async tx => {
    await lockTree(tx, personId)
    const changed = await deleteLinks(tx, { seqs: await trashedSeqs(tx, personId) })
    return { changed }
  })
}

async function trashedSeqs(tx: Tx, ownerId: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('links')
    .select('seq')
    .where('owner_id', '=', ownerId)
    .where('trashed_at', 'is not', null)
    .execute()
  return rows.map(row => row.seq)
}
