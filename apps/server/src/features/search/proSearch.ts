import type { Parsed } from '@nestmark/contract/operation'
import type { proSearch as proSearchCall } from '@nestmark/contract/search'
import type { Call } from '../../calls/call.ts'
import { type Found, searchLibrary } from './searchLibrary.ts'

/** Searches links (type 1) or collections (type 2). */
export async function proSearch(call: Call, input: Parsed<typeof proSearchCall>): Promise<Found> {
  return searchLibrary(call, { ...input, type: input.type === 1 ? 'link' : 'collection' })
}
