import type { listSentSuggestions as byMe } from '@nestmark/contract/suggestions'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { readPage } from './readSuggestions.ts'

/** Returns the caller's own suggestions and their status. */
export async function listSentSuggestions(
  call: Call,
  input: Parsed<typeof byMe>,
): Promise<Output<typeof byMe>> {
  return readPage(call, 'by_me', input.page)
}
