import { compileRules, type RuleChange } from '@nestmark/core/rules'
import type { Tx } from '../../db/db.ts'
import type { BulkPayload, RulesAction } from '../../undo/bulkActions.ts'
import type { Step } from '../../undo/step.ts'
import { withPossibleMoves } from '../rules/checkRule.ts'
import { ruleBatch } from './ruleBatch.ts'
import { listRuledLinks, findRuledLink } from './ruledLinkQuery.ts'
import type { Actor } from '../../access/actor.ts'
import { openUndoRecord } from '../../undo/store.ts'
import { readContent, selectRules } from '../rules/store.ts'
import { findPerson } from '../session/store.ts'

/** Links that one transaction reads, and that it changes: small enough not to delay other writers. */
const readAtOnce = 1000
const changedAtOnce = 200

/** Applies the rules of a job to the next links of the library. */
export async function ruleStep(
  tx: Tx,
  { actor, at, rules: all, upTo, next }: BulkPayload<RulesAction>,
  key: string,
): Promise<Step> {
  const rules = await withPossibleMoves(tx, actor, all)
  const after = next && 'seq' in next ? next : undefined
  const links = await listRuledLinks(tx, actor.personId, rules, { after, upTo, limit: readAtOnce })
  const match = compileRules(rules)
  const changes = new Map<string, RuleChange>()
  let seen = 0
  for (const link of links) {
    if (changes.size === changedAtOnce) break
    const change = match(link)
    if (change) changes.set(link.id, change)
    seen++
  }
  const changed = await ruleBatch(tx, { actor, at, undo: key, plainText: 'skip' }, changes)
  const isLast = seen === links.length && links.length < readAtOnce
  return { changed, left: 0, seen, next: isLast ? undefined : links[seen - 1]?.at }
}

/** Applies what rules of the owner could not decide when a link was saved, because its title was not known. */
export async function applyToTitled(
  tx: Tx,
  { id, owner_id: personId }: { id: string; owner_id: string },
  at: number,
): Promise<void> {
  const rows = (await selectRules(tx, personId)).filter(row => row.active === 1)
  const person = await findPerson(tx, personId)
  if (rows.length === 0 || !person) return
  const actor: Actor = { personId, sessionId: '', rootId: person.root_id, plan: person.plan }
  const rules = await withPossibleMoves(tx, actor, rows.map(readContent))
  const link = await findRuledLink(tx, personId, rules, id)
  const change = link && compileRules(rules, 'titled')(link)
  if (!change) return
  const undo = await openUndoRecord(tx, { personId, kind: 'applyRules', at })
  await ruleBatch(tx, { actor, at, undo, plainText: 'skip' }, new Map([[id, change]]))
}
