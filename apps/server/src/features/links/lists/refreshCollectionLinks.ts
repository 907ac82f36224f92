import * as contract from '@nestmark/contract/links/links'
import { action } from '../../../calls/action.ts'
import { listCollectionLinks } from './listCollectionLinks.ts'

/** Returns a page of a collection's own links. The specification names the collection `parent_id` here. */
export const refreshCollectionLinks = action(
  contract.refreshCollectionLinks,
  (call, { parent_id, ...page }) => {
    return listCollectionLinks(call, { ...page, folder_id: parent_id })
  },
)
