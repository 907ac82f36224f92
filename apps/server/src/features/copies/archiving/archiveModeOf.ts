import type { ArchiveMode } from '@nestmark/contract/reading/copies'
import { chooseArchiveMode } from '@nestmark/core/copy/archiveMode'
import { toPlan } from '@nestmark/core/plans/plans'
import { areQuotasEnforced } from '../../../access/planQuotas.ts'
import type { Config } from '../../../configuration/config.ts'
import type { LinkWithCopy } from '../copyStore.ts'

/**
 * Returns which copy of the page of a link is stored. Copies of full pages are part of paid plans, where limits apply.
 */
export function archiveModeOf(
  { copies }: Pick<Config, 'copies'>,
  { keep, owner_keep, plan }: Pick<LinkWithCopy, 'keep' | 'owner_keep' | 'plan'>,
): ArchiveMode {
  return chooseArchiveMode(keep, owner_keep, copies, !areQuotasEnforced() || toPlan(plan).paid)
}
