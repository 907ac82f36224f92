import * as contract from '@nestmark/contract/sharing/suggestions'
import { action } from '../../calls/action.ts'
import { readPage } from './readSuggestions.ts'

/** Returns the caller's own suggestions and their status. */
export const listSentSuggestions = action(contract.listSentSuggestions, async (call, input) => {
  return readPage(call, 'by_me', input.page)
})
