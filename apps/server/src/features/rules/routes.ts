import { type Route, route } from '../../calls/route.ts'
import { deleteRule, listRules, saveRule, updateRule, orderRules } from './rules.ts'

export const ruleRoutes: readonly Route[] = [
  route(listRules, { isOwn: true }),
  route(saveRule),
  route(updateRule),
  route(orderRules),
  route(deleteRule),
]
