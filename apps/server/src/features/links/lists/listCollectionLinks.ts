import * as contract from '@nestmark/contract/links/links'
import { action } from '../../../calls/action.ts'
import { OwnDataReply, RowsReply } from '../../../calls/replies.ts'
import { createPictureAddresses } from '../../../calls/pictureAddresses.ts'
import { countSet, listPage } from './linkPageQuery.ts'
import { openSet } from '../sets/linkSet.ts'
import { toSortOfSet } from '../sets/linkSetQuery.ts'
import { presentLinks } from '../present.ts'
import { presentMixed } from './readLinks.ts'

/** Returns a page of a collection's links, optionally with those of its sub-collections. */
export const listCollectionLinks = action(contract.listCollectionLinks, async (call, input) => {
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
})
