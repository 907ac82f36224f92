import { isHeavyLinkPage } from '../../../calls/heavyPage.ts'
import * as contract from '@nestmark/contract/links/links'
import type { listCollectionLinks as listCollectionLinksCall } from '@nestmark/contract/links/links'
import { action, ownLibraryRead } from '../../../calls/action.ts'
import { OwnDataReply, RowsReply } from '../../../calls/replies.ts'
import { createPictureAddresses } from '../../../calls/pictureAddresses.ts'
import { countSet, listPage, listFavourites } from './linkPageQuery.ts'
import { openSet } from '../sets/linkSet.ts'
import { toSortOfSet } from '../sets/linkSetQuery.ts'
import { presentLinks } from '../present.ts'
import { presentMixed } from './readLinks.ts'
import type { Parsed } from '@nestmark/contract/operation'
import { refuse, Refused } from '../../../access/refuse.ts'

/** Returns a page of a collection's links, optionally with those of its sub-collections. */
export const listCollectionLinks = action(
  contract.listCollectionLinks,
  { heavy: isHeavyLinkPage },
  async (call, input) => {
    const { read } = call.services.db
    const { order, page } = input
    const sort = toSortOfSet(input.sort, input)
    const set = await openSet(read, call.actor, input, sort)
    const [rows, total] = await Promise.all([
      listPage(read, call.actor?.personId ?? '', set, { sort, order, page }),
      set.known ?? countSet(read, set),
    ])
    const answer = set.mixed
      ? { links: await presentMixed(call, rows), page, total }
      : new RowsReply([{ role: set.role, total }, ...rows], () => ({
          links: presentLinks(rows, set.role, createPictureAddresses(call)),
          page,
          total,
        }))
    return set.role === 'public' ? answer : new OwnDataReply(answer)
  },
)

/** Returns a page of a collection's own links. The specification names the collection `parent_id` here. */
export const refreshCollectionLinks = action(
  contract.refreshCollectionLinks,
  { heavy: isHeavyLinkPage },
  (call, { parent_id, ...page }) => {
    return listCollectionLinks(call, { ...page, folder_id: parent_id })
  },
)

/**
 * Returns a page of the entire library, or of one collection in it. Reports a private collection as missing: only
 * the page of the collection itself reports that it is private.
 * @throws Refused 'collections.notFound'
 */
export const listDashboardLinks = action(
  contract.listDashboardLinks,
  { heavy: isHeavyLinkPage },
  async (call, input) => {
    return listCollectionLinks(call, input as Parsed<typeof listCollectionLinksCall>).catch(
      (error: unknown) => {
        if (error instanceof Refused && error.code === 'collections.private') refuse('collections.notFound')
        throw error
      },
    )
  },
)

/** Returns a page of the caller's favourite links, the newest link first. */
export const listFavouriteLinks = action(contract.listFavouriteLinks, ownLibraryRead, async (call, input) => {
  const { read } = call.services.db
  const [rows, total] = await listFavourites(read, call.actor.personId, input.page)
  return { links: await presentMixed(call, rows), page: input.page, total }
})
