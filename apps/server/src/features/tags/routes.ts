import * as contract from '@nestmark/contract/tags'
import { isHeavyTagPage } from '../../http/heavyPage.ts'
import { implement, type Route } from '../../http/implement.ts'
import { addTags } from './addTags.ts'
import { autofill } from './autofill.ts'
import { readCategoryCount, readTags } from './readTags.ts'

export const tagRoutes: readonly Route[] = [
  implement(contract.getAllTags, readTags, {
    heavy: isHeavyTagPage,
    longAnswer: ({ page }) => page === undefined,
    isOwn: true,
  }),
  implement(contract.categoryCount, readCategoryCount, { heavy: true, isOwn: true }),
  implement(contract.addNewTags, addTags),
  implement(contract.autofillTags, autofill, { heavy: true, longAnswer: true, isOwn: true }),
]
