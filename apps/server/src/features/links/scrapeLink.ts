import type { scrapeLink as scrape, proxyThumbnail as proxyThumbnailCall } from '@nestmark/contract/links'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { normaliseAddress } from '@nestmark/core/url'
import type { Actor } from '../../access/actor.ts'
import { refuse } from '../../access/refuse.ts'
import { addressKey } from '../../http/addressKey.ts'
import type { Call } from '../../http/implement.ts'
import type { FetchCaller } from '../../fetching/fetchCaller.ts'
import { busyRetrySeconds, FetchRefused } from '../../fetching/fetchRefused.ts'

/**
 * Reads a page's preview for the form. Every failure gets the same response, so that it reveals nothing about foreign
 * servers.
 */
export async function scrapeLink(
  call: Call<Actor | null>,
  input: Parsed<typeof scrape>,
): Promise<Output<typeof scrape>> {
  const address = normaliseAddress(input.link)
  if (!address) return refuse('links.linkInvalid')
  const { title, description, image, url, keywords } = await orRefuse(
    call.services.scraper.scrape(address, toCaller(call)),
  )
  return { title, description, image, url, keywords: keywords ?? [] }
}

/** Returns a foreign image as a small PNG in base64. */
export async function proxyThumbnail(
  call: Call,
  input: Parsed<typeof proxyThumbnailCall>,
): Promise<Output<typeof proxyThumbnailCall>> {
  const address = normaliseAddress(input.image)
  if (!address) return refuse('scrape.failed')
  const png = await orRefuse(call.services.scraper.fetchPng(address, toCaller(call)))
  return { png: png.toString('base64') }
}

/** Returns the caller whose fetch quota a call uses. */
function toCaller({ actor, ip }: Call<Actor | null>): FetchCaller {
  const address = addressKey(ip)
  return actor ? { kind: 'person', key: actor.personId, address } : { kind: 'visitor', key: address }
}

async function orRefuse<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    // 'busy' describes this server and the caller, and reveals nothing about the address.
    if (error.reason === 'busy') refuse('request.tooMany', { retryAfter: busyRetrySeconds })
    return refuse('scrape.failed')
  }
}
