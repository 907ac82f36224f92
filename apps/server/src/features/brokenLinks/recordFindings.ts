import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import { type CheckableLink, readChecks, writeChecks } from './checkStore.ts'
import type { Finding } from './classifyVisit.ts'
import { nextCheck } from './nextCheck.ts'

/** What a check has found for a link. */
export interface Found {
  link: CheckableLink
  finding: Finding
}

/**
 * Stores findings, each as the newest check of its link. No link is changed.
 * @param run '' for a check outside a run
 * @param at milliseconds since 1970
 */
export async function recordFindings(
  tx: Tx,
  ownerId: string,
  found: readonly Found[],
  { run, at }: { run: string; at: number },
): Promise<void> {
  // A link that was encrypted since must not get a row in plain text.
  await lockTree(tx, ownerId)
  const known = await readChecks(
    tx,
    found.map(({ link }) => link.id),
  )
  await writeChecks(
    tx,
    found.map(({ link, finding }) => {
      const row = known.get(link.id)
      const before = row?.address === link.address ? row : undefined
      return {
        link_id: link.id,
        owner_id: ownerId,
        run: run === '' ? (row?.run ?? '') : run,
        address: link.address,
        former: before?.former ?? null,
        ...nextCheck(before, finding, at),
      }
    }),
  )
}
