import * as contract from '@nestmark/contract/feeds'
import { normaliseAddress } from '@nestmark/core/addresses/url'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import type { CallWith } from '../../services.ts'
import { refuseFailedFetch, toCaller } from '../links/filling/fetchForCaller.ts'

/** Returns the feeds at an address. */
export const findFeeds = action(contract.findFeeds, async (call: CallWith<'scraper'>, { address: typed }) => {
  const address = normaliseAddress(typed)
  if (address === null || !call.services.scraper.isFetchable(address)) return refuse('feeds.addressInvalid')
  const { feed, named, url } = await refuseFailedFetch(
    call.services.scraper.fetchFeed(address, toCaller(call)),
  )
  return feed ? [{ address: url, title: feed.title }] : named
})
