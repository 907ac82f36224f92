import * as contract from '@nestmark/contract/transfer/importPreview'
import { refuse } from '../../../access/refuse.ts'
import { newId } from '../../../db/newId.ts'
import { action } from '../../../calls/action.ts'
import { grantTarget, requirePreview, sizeOf, toPayload } from './previewJob.ts'
import { previewKind, restartPreview } from './previewStore.ts'

/** Computes the preview of an import again, with other choices. Nothing else is written. */
export const previewImport = action(
  contract.previewImport,
  async ({ actor, services }, { job: id, choices }) => {
    const now = services.now()
    await services.db.write(async tx => {
      const job = await requirePreview(tx, actor, id, now)
      const target = await grantTarget(tx, actor, choices)
      const payload = await toPayload(tx, job, choices, choices.where === 'new' ? newId() : target)
      if (!(await restartPreview(tx, id, { kind: previewKind, payload, size: sizeOf(job), now })))
        refuse('transfer.alreadyRunning')
    })
    services.jobs.wake()
    return { job: id }
  },
)
