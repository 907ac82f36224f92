import * as contract from '@nestmark/contract/files'
import { grantLink } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { enqueue } from '../../../jobs/store.ts'
import { toReadFileJob } from './readFile.job.ts'
import { setUnread } from './readingStore.ts'

/** Reads those files of a link again whose reading failed. */
export const readFilesAgain = action(
  contract.readFilesAgain,
  async ({ services, actor }, { link_id: linkId }) => {
    const { db, now, jobs } = services
    await db.write(async tx => {
      const { link } = await grantLink(tx, actor, 'links.edit', linkId)
      if (link.file_bytes === null) refuse('files.notFound')
      if ((await setUnread(tx, link.id)) > 0) await enqueue(tx, toReadFileJob(link.owner_id, link.id, now()))
    })
    jobs.wake()
    return {}
  },
)
