import { isHeavyTagPage } from '../../calls/heavyPage.ts'
import { type Route, route } from '../../calls/route.ts'
import { autofillTags } from './autofillTags.ts'
import { addTags, countByCategory, listTags } from './listTags.ts'

export const tagRoutes: readonly Route[] = [
  route(listTags, {
    heavy: isHeavyTagPage,
    longResponse: ({ page }) => page === undefined,
    isOwn: true,
  }),
  route(countByCategory, { heavy: true, isOwn: true }),
  route(addTags),
  route(autofillTags, { heavy: true, longResponse: true, isOwn: true }),
]
