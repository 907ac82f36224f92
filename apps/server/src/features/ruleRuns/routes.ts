import { type Route, route } from '../../calls/route.ts'
import { applyRules } from './applyRules.ts'
import { testRules } from './testRules.ts'

export const ruleRunRoutes: readonly Route[] = [
  route(testRules, { heavy: true, isOwn: true }),
  route(applyRules),
]
