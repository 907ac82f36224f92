import * as rules from '@nestmark/contract/rules'
import type { Resources } from '../factory.testing.ts'
import { ownerOnly, type Row, signedInOnly } from '../row.testing.ts'

const content = { conditions: { host: 'nowhere.example' }, actions: { favourite: 1 as const } }

/** Deletes the rules of everybody, because their number is limited. */
const clear = ({ people }: Resources) =>
  Promise.all(
    Object.values(people).map(async who => {
      for (const { _id } of await who.call(rules.listRules, {}))
        await who.call(rules.deleteRule, { rule_id: _id })
    }),
  )

/** Makes a rule of the owner, the only one. */
async function createRule(resources: Resources): Promise<string> {
  await clear(resources)
  return (await resources.people.owner.call(rules.saveRule, content))._id
}

const ofRule = (op: Row['op'], more: object = {}): Row => ({
  op,
  key: 'write',
  input: async resources => ({ rule_id: await createRule(resources), ...more }),
  expect: ownerOnly('rules.notFound'),
})

export const ruleRows: readonly Row[] = [
  {
    op: rules.listRules,
    key: 'read',
    before: clear,
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
    empty: [],
  },
  {
    op: rules.saveRule,
    key: 'write',
    before: clear,
    input: () => content,
    expect: signedInOnly,
    ownOnly: true,
  },
  ofRule(rules.updateRule, { active: 0 }),
  ofRule(rules.deleteRule),
  {
    op: rules.orderRules,
    key: 'write',
    changes: false,
    // The rule of the owner is in nobody else's order.
    input: async resources => ({ rules: [await createRule(resources)] }),
    expect: signedInOnly,
  },
  {
    op: rules.testRules,
    key: 'read',
    input: () => ({ rules: [{ conditions: {}, actions: { tags: ['found'] } }] }),
    expect: signedInOnly,
    ownOnly: true,
    empty: { changes: 0, examples: [] },
  },
  {
    op: rules.applyRules,
    key: 'write',
    input: async resources => ({ rules: [await createRule(resources)] }),
    expect: ownerOnly('rules.notFound'),
  },
]
