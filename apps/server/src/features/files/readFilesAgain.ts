import type { readFilesAgain as read } from '@nestmark/contract/files'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantLink } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { enqueue } from '../../jobs/store.ts'
import { toReadFileJob } from './readFile.job.ts'
import { setUnread } from './readingStore.ts'

/** Reads those files of a link again whose reading failed. */
export async function readFilesAgain(
  { services, actor }: Call,
  { link_id: linkId }: Parsed<typeof read>,
): Promise<Output<typeof read>> {
  const { db, now, jobs } = services
  await db.write(async tx => {
    const { link } = await grantLink(tx, actor, 'links.edit', linkId)
    if (link.file_bytes === null) refuse('files.notFound')
    if ((await setUnread(tx, link.id)) > 0) await enqueue(tx, toReadFileJob(link.owner_id, link.id, now()))
  })
  jobs.wake()
  return {}
}
