import { toPlan } from '@nestmark/core/plans/plans'
import { fileTexts } from '@nestmark/texts/links/files'
import { areQuotasEnforced } from '../../../access/planQuotas.ts'
import { refuse } from '../../../access/refuse.ts'
import { nameNextMonth } from '../../../db/writes/bandwidthMeter.ts'
import type { Services } from '../../../services.ts'
import { findPerson } from '../../session/store.ts'

/**
 * Refuses files of an owner whose bandwidth of the month is used up, where limits apply.
 * @throws Refused 'plan.bandwidth'
 */
export async function requireBandwidth(
  { db, meter, now }: Pick<Services, 'db' | 'meter' | 'now'>,
  ownerId: string,
): Promise<void> {
  if (!areQuotasEnforced()) return
  const owner = await findPerson(db.read, ownerId)
  if (!owner || (await meter.readUsedBytes(ownerId)) < toPlan(owner.plan).bandwidth) return
  refuse('plan.bandwidth', { sentence: fileTexts.bandwidthUsed(nameNextMonth(now())) })
}
