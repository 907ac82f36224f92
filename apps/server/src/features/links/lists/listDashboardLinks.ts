import * as contract from '@nestmark/contract/links/links'
import type { listCollectionLinks as listCollectionLinksCall } from '@nestmark/contract/links/links'
import type { Parsed } from '@nestmark/contract/operation'
import { refuse, Refused } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { listCollectionLinks } from './listCollectionLinks.ts'

/**
 * Returns a page of the entire library, or of one collection in it. Reports a private collection as missing: only
 * the page of the collection itself reports that it is private.
 * @throws Refused 'collections.notFound'
 */
export const listDashboardLinks = action(contract.listDashboardLinks, async (call, input) => {
  return listCollectionLinks(call, input as Parsed<typeof listCollectionLinksCall>).catch(
    (error: unknown) => {
      if (error instanceof Refused && error.code === 'collections.private') refuse('collections.notFound')
      throw error
    },
  )
})
