import * as contract from '@nestmark/contract/tags'
import { isHeavyTagPage } from '../../calls/heavyPage.ts'
import { implement, type Route } from '../../calls/route.ts'
import { addTags } from './addTags.ts'
import { autofillTags } from './autofillTags.ts'
import { countByCategory, listTags } from './listTags.ts'

export const tagRoutes: readonly Route[] = [
  implement(contract.listTags, listTags, {
    heavy: isHeavyTagPage,
    longResponse: ({ page }) => page === undefined,
    isOwn: true,
  }),
  implement(contract.countByCategory, countByCategory, { heavy: true, isOwn: true }),
  implement(contract.addTags, addTags),
  implement(contract.autofillTags, autofillTags, { heavy: true, longResponse: true, isOwn: true }),
]
