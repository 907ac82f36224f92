import { type Route, route } from '../../calls/route.ts'
import { deleteRule } from './deleteRule.ts'
import { listRules } from './listRules.ts'
import { orderRules } from './orderRules.ts'
import { saveRule } from './saveRule.ts'
import { updateRule } from './updateRule.ts'

export const ruleRoutes: readonly Route[] = [
  route(listRules, { isOwn: true }),
  route(saveRule),
  route(updateRule),
  route(orderRules),
  route(deleteRule),
]
