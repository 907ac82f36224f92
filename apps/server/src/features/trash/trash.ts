import * as contract from '@nestmark/contract/trash'
import { assertDefined } from '@nestmark/core/assertDefined'
import { grantCollections } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { action, ownLibraryRead } from '../../calls/action.ts'
import { createPictureAddresses } from '../../calls/pictureAddresses.ts'
import { readInsideTrashed } from '../collections/lists/insideQuery.ts'
import { chosenCollections } from '../collections/placing/targets.ts'
import { asOwner, joinPath, presentCollection } from '../collections/present.ts'
import { readAncestors } from '../collections/store.ts'
import { presentLinks } from '../links/present.ts'
import { listTrashedTops, selectTrashedLinks, countDescendants } from './store.ts'

/** Returns what the permanent deletion of trashed collections would delete. */
export const countTrash = action(contract.countTrash, ownLibraryRead, async (call, input) => {
  const { read } = call.services.db
  const ids = await chosenCollections(read, call.actor, input.folderIdArr, input)
  const granted = await grantCollections(read, call.actor, 'collections.delete', ids)
  if (granted.collections.some(each => each.trashed_at === null)) refuse('collections.notFound')
  return countDescendants(read, ids)
})

/** Returns the links that were trashed individually, the last trashed first. */
export const listTrashedLinks = action(contract.listTrashedLinks, ownLibraryRead, async (call, { page }) => {
  const { personId } = call.actor
  const { read } = call.services.db
  const [rows, total] = await selectTrashedLinks(read, personId, page)
  return { links: presentLinks(rows, 'owner', createPictureAddresses(call)), page, total }
})

/** More than any library has. */
const allDescendants = 1_000_000_000

/** Returns the tops of the trashed collections, the last trashed first, with everything inside counted. */
export const listTrashedCollections = action(
  contract.listTrashedCollections,
  ownLibraryRead,
  async (call, { page }) => {
    const { personId } = call.actor
    const { read } = call.services.db
    const [rows, total] = await listTrashedTops(read, personId, page)
    const ids = rows.map(row => row.id)
    const [counts, ancestors] = await Promise.all([
      readInsideTrashed(read, ids, allDescendants),
      readAncestors(read, ids),
    ])
    const paths = new Map<string, string>()
    for (const { of, name, parent_id: parent, level } of ancestors)
      if (level > 0 && parent !== null) paths.set(of, joinPath(paths.get(of) ?? '', name))
    return {
      folders: rows.map(row => ({
        ...presentCollection(row, asOwner, createPictureAddresses(call)),
        inside: counts?.get(row.id)?.inside ?? null,
        trashed_at: assertDefined(row.trashed_at, 'trashed_at'),
        was_in: paths.get(row.id) ?? '',
      })),
      page,
      total,
    }
  },
)
