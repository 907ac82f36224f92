import * as contract from '@nestmark/contract/rules'
import { implement, type Route } from '../../calls/route.ts'
import { applyRules } from './applyRules.ts'
import { testRules } from './testRules.ts'

export const ruleRunRoutes: readonly Route[] = [
  implement(contract.testRules, testRules, { heavy: true, isOwn: true }),
  implement(contract.applyRules, applyRules),
]
