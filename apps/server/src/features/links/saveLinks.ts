import type { saveLinks as saveMany } from '@nestmark/contract/links'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { draftLink } from './draft.ts'
import { saveOnce } from './saveOnce.ts'

/** Saves a list of links, all or none. */
export async function saveLinks(
  call: Call,
  input: Parsed<typeof saveMany>,
): Promise<Output<typeof saveMany>> {
  const items = input.links.map(link => ({
    draft: draftLink(link, link.s3_key.length > 0),
    tags: link.tags,
    scraped: false,
    uploads: link.s3_key,
  }))
  return { links: await saveOnce(call, input, items) }
}
