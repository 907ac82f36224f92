import * as z from 'zod/mini'
import { operation } from './operation.ts'

export const urlToPdf = operation({
  path: 'url-to-pdf',
  keyScope: 'write',
  summary:
    'Makes a PDF of a page, and returns its address in `data`, relative to this server: it is valid for 15 minutes and for this session. ' +
    'Scripts of the page run for at most 30 seconds, and at most 200 pages are printed. ' +
    'The addresses /c/{id} and /l/{id} of this server give a list of the links of a collection with its descendants, or one link. Paid plans only.',
  cost: 'pdf',
  input: z.object({ url: z.string().check(z.maxLength(8192)) }),
  output: z.object({ data: z.string() }),
  errors: [
    'plan.pdf',
    'pdf.noBrowser',
    'pdf.address',
    'pdf.unreachable',
    'pdf.tooLarge',
    'pdf.failed',
    'links.notFound',
    'collections.notFound',
    'request.tooMany',
    'server.busy',
    'files.storeAway',
    'server.full',
  ],
})
