import type { listFavouriteLinks as listFavouriteLinksCall } from '@nestmark/contract/links'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { listFavourites } from './linkPageQuery.ts'
import { presentMixed } from './readLinks.ts'

/** Returns a page of the caller's favourite links, the newest link first. */
export async function listFavouriteLinks(
  call: Call,
  input: Parsed<typeof listFavouriteLinksCall>,
): Promise<Output<typeof listFavouriteLinksCall>> {
  const { read } = call.services.db
  const [rows, total] = await listFavourites(read, call.actor.personId, input.page)
  return { links: await presentMixed(call, rows), page: input.page, total }
}
