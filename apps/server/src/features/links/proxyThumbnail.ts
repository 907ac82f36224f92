import type { Output, Parsed } from '@nestmark/contract/operation'
import type { proxyThumbnail as proxyThumbnailCall } from '@nestmark/contract/scrape'
import { normaliseAddress } from '@nestmark/core/url'
import type { Actor } from '../../access/actor.ts'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { refuseFailedFetch, toCaller } from './fetchForCaller.ts'

/** Returns an image of another site as a small PNG in base64. */
export async function proxyThumbnail(
  call: Call<Actor | null>,
  input: Parsed<typeof proxyThumbnailCall>,
): Promise<Output<typeof proxyThumbnailCall>> {
  const address = normaliseAddress(input.image)
  if (!address) return refuse('scrape.failed')
  const png = await refuseFailedFetch(call.services.scraper.fetchPng(address, toCaller(call)))
  return { png: png.toString('base64') }
}
