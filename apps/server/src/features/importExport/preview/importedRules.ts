import { ruleActions, ruleConditions } from '@nestmark/contract/rules'
import type { RuleRead } from '@nestmark/core/bookmarkFiles/events'
import { limits } from '@nestmark/core/limits'
import { normaliseAddress } from '@nestmark/core/addresses/url'
import { errorTexts } from '@nestmark/texts/errors'
import { extraReasons as reasons } from '@nestmark/texts/transfer/importFormats'
import * as z from 'zod/mini'
import { Refused } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import { listFeedsOf } from '../../feeds/store.ts'
import { readOwner } from '../../highlights/pages/pageStore.ts'
import { assertUsable, normaliseRule } from '../../rules/checkRule.ts'
import { insertRule, removeRules, selectRules, writeContent } from '../../rules/store.ts'
import { toCreatedId } from '../../../db/newId.ts'

/** Whose import it is. */
export interface Importing {
  ownerId: string
  /** The job. */
  id: string
  /** Milliseconds since 1970. */
  at: number
}

/** A rule with the collection to which it moves links: null when that was not imported, absent for a rule that moves none. */
export type ImportedRule = RuleRead & { collectionId?: string | null }

/** Adds a rule, behind those that there are. Returns the reason when it is not added. */
export async function addRule(
  tx: Tx,
  { number, active, added, collectionId, ...written }: ImportedRule,
  { ownerId, id: job, at }: Importing,
): Promise<string | null> {
  const id = toRuleId(job, number)
  const others = await selectRules(tx, ownerId)
  // An earlier attempt has added it.
  if (others.some(each => each.id === id)) return null
  const feed = await findFeedOfRule(tx, ownerId, written.conditions.feed)
  if (feed === null || collectionId === null) return reasons.rulePlace
  const conditions = exactConditions.safeParse({ ...written.conditions, ...(feed !== undefined && { feed }) })
  const actions = exactActions.safeParse({
    ...written.actions,
    ...(collectionId !== undefined && { collection: collectionId }),
  })
  if (!conditions.success || !actions.success) return reasons.rule
  try {
    const rule = normaliseRule({ conditions: conditions.data, actions: actions.data })
    const content = writeContent(rule)
    if (others.some(each => each.conditions === content.conditions && each.actions === content.actions))
      return reasons.ruleThere
    if (others.length >= limits.rules) return reasons.ruleRoom
    const { plan, root_id: rootId } = await readOwner(tx, ownerId)
    await assertUsable(tx, { personId: ownerId, sessionId: job, rootId, plan }, rule)
    const position = (others.at(-1)?.position ?? -1) + 1
    const row = { id, person_id: ownerId, position, active: active ? 1 : 0, ...content }
    await insertRule(tx, { ...row, created_at: added ?? at })
    return null
  } catch (error) {
    if (error instanceof Refused) return errorTexts[error.code]
    throw error
  }
}

// A condition that this version does not know would make the rule one for more links.
const exactConditions = z.strictObject(ruleConditions.shape)
const exactActions = z.strictObject(ruleActions.shape)

/** Returns the id of the person's feed with an address; null when there is none, undefined without an address. */
async function findFeedOfRule(
  tx: Tx,
  personId: string,
  address: unknown,
): Promise<string | null | undefined> {
  if (address === undefined) return undefined
  const wanted = normaliseAddress(String(address))
  return (await listFeedsOf(tx, { personId })).find(feed => feed.address === wanted)?.id ?? null
}

/** Returns the id of an imported rule. It derives from its place in the file, by which the undo finds it. */
const toRuleId = (job: string, number: number) => toCreatedId(job, `rule ${number}`)

/** Deletes the rules that an import created. */
export async function removeImportedRules(tx: Tx, personId: string, job: string): Promise<void> {
  const ids = Array.from({ length: limits.rules }, (_, at) => toRuleId(job, at + 1))
  await removeRules(tx, personId, ids)
}
