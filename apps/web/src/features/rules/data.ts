import { listFeeds } from '@nestmark/contract/feeds'
import type { Input } from '@nestmark/contract/operation'
import {
  applyRules,
  deleteRule,
  listRules,
  orderRules,
  type Rule,
  saveRule,
  testRules,
  updateRule,
} from '@nestmark/contract/rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ruleTexts as texts } from '@nestmark/texts/rules'
import { client } from '../../lib/api/client.ts'
import {
  type MutationOptions,
  queryOptions,
  useOperation,
  useOperationMutation,
} from '../../lib/api/operations.ts'
import { toast } from '../../lib/toasts.ts'
import { toastAction } from '../../lib/undo/actions.ts'

/** The conditions and actions of a rule, as they are sent. */
export type RuleContent = Input<typeof saveRule>

/** The messages of the form of a rule, by field. */
export type RuleErrors = Partial<Record<'host' | 'tag' | 'feed' | 'tags' | 'collection' | 'form', string>>

/** The pause in typing before a rule is tested, in milliseconds. */
const typingPause = 350

export const useRules = () => useOperation(listRules, {}, { quiet: true })
export const useFeedChoices = () => useOperation(listFeeds, {}, { quiet: true }).data ?? []
export const useSaveRule = (options: MutationOptions<typeof saveRule>) =>
  useOperationMutation(saveRule, options)
export const useUpdateRule = (options?: MutationOptions<typeof updateRule>) =>
  useOperationMutation(updateRule, options)
export const useOrderRules = () => useOperationMutation(orderRules)

/** Deletes a rule. Undo makes it again, in its place. */
export function useDeleteRule(rules: readonly Rule[]) {
  const restore = useOperationMutation(saveRule)
  const order = useOrderRules()
  const update = useUpdateRule()
  const undo = async ({ _id, conditions, actions, active }: Rule) => {
    const saved = await restore.mutateAsync({ conditions, actions })
    if (active === 0) await update.mutateAsync({ rule_id: saved._id, active: 0 })
    await order.mutateAsync({ rules: rules.map(each => (each._id === _id ? saved._id : each._id)) })
  }
  return useOperationMutation(deleteRule, {
    onSuccess(_answer, { rule_id }) {
      const rule = rules.find(each => each._id === rule_id)
      toast({ title: texts.deleted, undo: rule && (() => void undo(rule).catch(() => undefined)) })
    },
  })
}

/** Returns what rules would change in the library, after a pause in typing. Keeps the last answer until the next one is here. */
export function useRuleTest(rules: readonly RuleContent[], enabled = true) {
  return useQuery({
    ...queryOptions(testRules, { rules: [...rules] }, { quiet: true, pauseMs: typingPause }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/**
 * Applies saved rules to the library in the background, and shows its progress and its end.
 * @param n how many links will change, as a test has shown
 */
export async function runRules(rules: readonly string[], n: number): Promise<void> {
  const answer = await client.call(applyRules, { rules: [...rules] })
  toastAction('applyRules', answer, answer.links, { isShort: n < 100 })
}
