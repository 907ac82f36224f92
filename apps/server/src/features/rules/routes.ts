import * as contract from '@nestmark/contract/rules'
import { implement, type Route } from '../../calls/route.ts'
import { deleteRule } from './deleteRule.ts'
import { listRules } from './listRules.ts'
import { orderRules } from './orderRules.ts'
import { saveRule } from './saveRule.ts'
import { updateRule } from './updateRule.ts'

export const ruleRoutes: readonly Route[] = [
  implement(contract.listRules, listRules, { isOwn: true }),
  implement(contract.saveRule, saveRule),
  implement(contract.updateRule, updateRule),
  implement(contract.orderRules, orderRules),
  implement(contract.deleteRule, deleteRule),
]
