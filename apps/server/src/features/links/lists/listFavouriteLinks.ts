import * as contract from '@nestmark/contract/links/links'
import { action } from '../../../calls/action.ts'
import { listFavourites } from './linkPageQuery.ts'
import { presentMixed } from './readLinks.ts'

/** Returns a page of the caller's favourite links, the newest link first. */
export const listFavouriteLinks = action(contract.listFavouriteLinks, async (call, input) => {
  const { read } = call.services.db
  const [rows, total] = await listFavourites(read, call.actor.personId, input.page)
  return { links: await presentMixed(call, rows), page: input.page, total }
})
