import * as contract from '@nestmark/contract/tags'
import { implement, type Route } from '../../calls/route.ts'
import { deleteTags } from './deleteTags.ts'
import { listLinksOfTag } from './listLinksOfTag.ts'
import { mergeTags } from './mergeTags.ts'
import { restoreTags } from './restoreTags.ts'
import { updateTag } from './updateTag.ts'

/** The routes that change tags on links. They update the links' search index, so this module depends on links. */
export const tagManagementRoutes: readonly Route[] = [
  implement(contract.listLinksOfTag, listLinksOfTag, { heavy: true }),
  implement(contract.updateTag, updateTag),
  implement(contract.deleteTags, deleteTags),
  implement(contract.mergeTags, mergeTags),
  implement(contract.restoreTags, restoreTags),
]
