import * as contract from '@nestmark/contract/links/scrape'
import { findKnownPlayer } from '@nestmark/core/embeds/player'
import { normaliseAddress } from '@nestmark/core/addresses/url'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import type { CallWith } from '../../../services.ts'
import type { Actor } from '../../../access/actor.ts'
import { refuseFailedFetch, toCaller } from './fetchForCaller.ts'

/**
 * Reads a page's preview for the form. Every failure gets the same response, so that it reveals nothing about other
 * servers.
 */
export const scrapeLink = action(
  contract.scrapeLink,
  async (call: CallWith<'scraper', Actor | null>, input) => {
    const address = normaliseAddress(input.link)
    if (!address) return refuse('links.linkInvalid')
    const { title, description, image, url, keywords, player } = await refuseFailedFetch(
      call.services.scraper.scrape(address, toCaller(call)),
    )
    return {
      title,
      description,
      image,
      url,
      keywords: keywords ?? [],
      embed: findKnownPlayer(address, player),
    }
  },
)

/** Returns an image of another site as a small PNG in base64. */
export const proxyThumbnail = action(
  contract.proxyThumbnail,
  async (call: CallWith<'scraper', Actor | null>, input) => {
    const address = normaliseAddress(input.image)
    if (!address) return refuse('scrape.failed')
    const png = await refuseFailedFetch(call.services.scraper.fetchPng(address, toCaller(call)))
    return { png: png.toString('base64') }
  },
)
