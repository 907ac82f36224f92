import * as rules from '@nestmark/contract/rules'
import type { TestApp } from '../support/app.ts'
import { waitForEnd } from '../support/jobs.ts'
import type { Person } from '../support/people.ts'
import type { Recorder } from './record.testing.ts'

/** Calls the operations of rules, and waits until the run has ended. */
export async function tourOfRules(app: TestApp, to: Recorder, ada: Person, folder: string): Promise<void> {
  const content = {
    conditions: { host: 'bread.example', title: 'sourdough' },
    actions: { tags: ['baking'], collection: folder, tracking: 1 },
  }
  const { _id: rule_id } = await to.call<{ _id: string }>(rules.saveRule, ada, content)
  await to.call(rules.listRules, ada)
  await to.call(rules.orderRules, ada, { rules: [rule_id] })
  await to.call(rules.testRules, ada, { rules: [content] })
  const { job } = await to.call<{ job: string }>(rules.applyRules, ada, { rules: [rule_id] })
  await waitForEnd(ada, job)
  await to.call(rules.updateRule, ada, { rule_id, active: 0 })
  await to.call(rules.deleteRule, ada, { rule_id })
}
