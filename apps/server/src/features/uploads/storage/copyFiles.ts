import { pluck } from '@nestmark/core/pluck'
import { assertDefined } from '@nestmark/core/assertDefined'
import type { Tx } from '../../../db/db.ts'
import { newId } from '../../../db/newId.ts'
import { enqueueJobs } from '../../../jobs/store.ts'
import { adoptBlobs } from './adoptBlobs.ts'
import { copyFileBytes, idsOfLinks } from './adoptStore.ts'
import { filesOfLinks, insertFiles } from '../linkFileStore.ts'
import { toReadFileJob } from '../reading/readFile.job.ts'
import { lockOwners } from './storageStore.ts'

/**
 * Copies the files of links to new links of an owner. Within one library they share their bytes; a job copies those of
 * other libraries.
 * @param links the source of each new link, and the new link's sequence number
 * @throws Refused 'plan.storage' when the owner's plan has no room for them
 */
export async function copyFiles(
  tx: Tx,
  ownerId: string,
  links: readonly { from: string; seq: number }[],
  now: number,
): Promise<void> {
  if (links.length === 0) return
  await lockOwners(tx, [ownerId])
  const ids = await idsOfLinks(tx, pluck(links, 'seq'))
  const copies = new Map(links.map(({ from, seq }) => [from, assertDefined(ids.get(seq), 'link')]))
  const sources = await filesOfLinks(tx, [...copies.keys()])
  const files = sources.map(file => ({
    ...file,
    id: newId(),
    owner_id: ownerId,
    link_id: assertDefined(copies.get(file.link_id), 'copy'),
    created_at: now,
    opened_at: null,
  }))
  if (files.length === 0) return
  await insertFiles(tx, files).execute(tx)
  await copyFileBytes(tx, [...copies])
  await adoptBlobs(tx, ownerId, [...new Set(files.map(file => file.blob_id))], now)
  const unread = new Set(files.filter(file => file.state === 'working').map(file => file.link_id))
  if (unread.size > 0)
    await enqueueJobs(
      tx,
      [...unread].map(link => toReadFileJob(ownerId, link, now)),
    ).execute(tx)
}
