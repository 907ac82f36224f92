import type { Output, Parsed } from '@nestmark/contract/operation'
import type { dropCapture as drop } from '@nestmark/contract/pdf'
import type { Call } from '../../calls/call.ts'
import { dropPageFiles } from '../storage/dropPageFiles.ts'

/** Deletes the PDF or the screenshot that is stored with a link. */
export function dropCapture(
  call: Call,
  { link_id, format }: Parsed<typeof drop>,
): Promise<Output<typeof drop>> {
  return dropPageFiles(call, link_id, { kinds: [format] })
}
