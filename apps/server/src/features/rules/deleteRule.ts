import type { Output, Parsed } from '@nestmark/contract/operation'
import type { deleteRule as remove } from '@nestmark/contract/rules'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { removeRule } from './store.ts'

/** Deletes a rule. */
export async function deleteRule(
  { actor, services: { db } }: Call,
  { rule_id: id }: Parsed<typeof remove>,
): Promise<Output<typeof remove>> {
  if (!(await db.write(tx => removeRule(tx, actor.personId, id)))) refuse('rules.notFound')
  return {}
}
