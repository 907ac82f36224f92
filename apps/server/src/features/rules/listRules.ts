import type { Output } from '@nestmark/contract/operation'
import type { listRules as list } from '@nestmark/contract/rules'
import type { Call } from '../../calls/call.ts'
import { presentRules } from './presentRules.ts'

/** Lists the person's rules. */
export async function listRules({ actor, services: { db } }: Call): Promise<Output<typeof list>> {
  return presentRules(db.read, actor)
}
