import type { Output, Parsed } from '@nestmark/contract/operation'
import type { scrapeLink as scrape } from '@nestmark/contract/scrape'
import { findKnownPlayer } from '@nestmark/core/embeds/player'
import { normaliseAddress } from '@nestmark/core/url'
import type { Actor } from '../../access/actor.ts'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { refuseFailedFetch, toCaller } from './fetchForCaller.ts'

/**
 * Reads a page's preview for the form. Every failure gets the same response, so that it reveals nothing about other
 * servers.
 */
export async function scrapeLink(
  call: Call<Actor | null>,
  input: Parsed<typeof scrape>,
): Promise<Output<typeof scrape>> {
  const address = normaliseAddress(input.link)
  if (!address) return refuse('links.linkInvalid')
  const { title, description, image, url, keywords, player } = await refuseFailedFetch(
    call.services.scraper.scrape(address, toCaller(call)),
  )
  return { title, description, image, url, keywords: keywords ?? [], embed: findKnownPlayer(address, player) }
}
