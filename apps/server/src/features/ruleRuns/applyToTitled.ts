import { compileRules } from '@nestmark/core/rules'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/db.ts'
import { openUndoRecord } from '../../undo/store.ts'
import { withPossibleMoves } from '../rules/rulePlaces.ts'
import { readContent, selectRules } from '../rules/store.ts'
import { findPerson } from '../session/store.ts'
import { ruleBatch } from './ruleBatch.ts'
import { findRuledLink } from './ruledLinkQuery.ts'

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
