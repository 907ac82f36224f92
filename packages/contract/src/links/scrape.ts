import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { linkAddress } from '../shapes.ts'

export const scrapeLink = operation({
  path: 'scrape-link',
  keyScope: 'read',
  summary:
    'Reads the title, description, image and canonical address of a page. No account is needed; calls are rate-limited.',
  access: 'visitor',
  cost: 'scrape',
  input: z.object({ link: linkAddress }),
  output: z.object({
    title: z.string(),
    description: z.string(),
    image: z.string(),
    url: z.string(),
    /** The keywords of the page, used to suggest tags. */
    keywords: z.array(z.string()),
    /** The player found on the page, for a site whose addresses do not contain it; '' without one. */
    embed: z.string(),
  }),
  errors: ['scrape.failed', 'links.linkInvalid', 'request.tooMany'],
})

export const proxyThumbnail = operation({
  path: 'thumbnail-proxy',
  keyScope: 'read',
  summary:
    'Returns an image of another server as a small base64 PNG, so that browsers send no request to that server. No account is needed; calls are rate-limited.',
  access: 'visitor',
  cost: 'scrape',
  input: z.object({ image: linkAddress }),
  output: z.object({ png: z.string() }),
  errors: ['scrape.failed', 'request.tooMany'],
})
