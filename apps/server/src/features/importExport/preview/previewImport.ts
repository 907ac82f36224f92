import * as contract from '@nestmark/contract/transfer/importPreview'
import { refuse } from '../../../access/refuse.ts'
import { newId } from '../../../db/newId.ts'
import { action } from '../../../calls/action.ts'
import { grantTarget, requirePreview, sizeOf, toPayload, createTarget } from './previewJob.ts'
import { previewKind, restartPreview } from './previewStore.ts'
import { lockTree } from '../../../db/dialect.ts'
import { hasOpenJob } from '../../../jobs/fileStore.ts'
import { findJob } from '../../../jobs/store.ts'
import { importKind } from '../importBookmarks.ts'

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

/**
 * Imports the file of a preview. A repeated call finds the import and changes nothing.
 * @throws Refused 'transfer.previewEnded' when the file is a day old, 'transfer.alreadyRunning' while another import
 * runs or the preview is computed
 */
export const startImport = action(contract.startImport, async ({ actor, services }, { job: id, choices }) => {
  const now = services.now()
  await services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    if ((await findJob(tx, actor.personId, id))?.kind === importKind) return
    const job = await requirePreview(tx, actor, id, now)
    if (await hasOpenJob(tx, actor.personId, importKind, now)) refuse('transfer.alreadyRunning')
    const target = await grantTarget(tx, actor, choices)
    const parent = choices.where === 'new' ? await createTarget(tx, actor, choices, now) : target
    const payload = await toPayload(tx, job, choices, parent)
    if (!(await restartPreview(tx, id, { kind: importKind, payload, size: sizeOf(job), now })))
      refuse('transfer.alreadyRunning')
  })
  services.jobs.wake()
  return { job: id }
})
