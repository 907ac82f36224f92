import type { findFeeds as find } from '@nestmark/contract/feeds'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { normaliseAddress } from '@nestmark/core/url'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { refuseFailedFetch, toCaller } from '../links/fetchForCaller.ts'

/** Returns the feeds at an address. */
export async function findFeeds(
  call: Call,
  { address: typed }: Parsed<typeof find>,
): Promise<Output<typeof find>> {
  const address = normaliseAddress(typed)
  if (address === null || !call.services.scraper.isFetchable(address)) return refuse('feeds.addressInvalid')
  const { feed, named, url } = await refuseFailedFetch(
    call.services.scraper.fetchFeed(address, toCaller(call)),
  )
  return feed ? [{ address: url, title: feed.title }] : named
}
