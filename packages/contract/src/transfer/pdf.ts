import * as z from 'zod/mini'
import { captureFormat, copiesAfterDrop, pageCopies } from '../reading/copies.ts'
import { operation } from '../operation.ts'
import { id } from '../shapes.ts'

/** The refusals of what prints a page. */
const printingErrors = [
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
] as const

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
  errors: printingErrors,
})

export const keepCapture = operation({
  path: 'keep-capture',
  keyScope: 'write',
  summary:
    'Makes a PDF or a screenshot of the page of a link and stores it with the link, in place of an earlier one. It counts as storage of the owner of the link. Paid plans only.',
  cost: 'capture',
  input: z.object({ link_id: id, format: captureFormat }),
  output: pageCopies,
  errors: [...printingErrors, 'links.readOnly', 'copies.noAddress', 'plan.storage'],
  touches: ['copies', 'storage'],
})

export const dropCapture = operation({
  path: 'drop-capture',
  keyScope: 'write',
  summary:
    'Deletes the PDF or the screenshot that is stored with a link. `restore-copy` restores it for 24 hours with `undo`. May be repeated.',
  input: z.object({ link_id: id, format: captureFormat }),
  output: copiesAfterDrop,
  errors: ['links.notFound', 'links.readOnly'],
  touches: ['copies', 'storage'],
})
