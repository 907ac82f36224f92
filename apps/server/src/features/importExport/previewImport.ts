import type { previewImport as previewImportCall } from '@nestmark/contract/importPreview'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { refuse } from '../../access/refuse.ts'
import { newId } from '../../db/newId.ts'
import type { Call } from '../../calls/call.ts'
import { grantTarget, requirePreview, sizeOf, toPayload } from './previewJob.ts'
import { previewKind, restartPreview } from './previewStore.ts'

/** Computes the preview of an import again, with other choices. Nothing else is written. */
export async function previewImport(
  { actor, services }: Call,
  { job: id, choices }: Parsed<typeof previewImportCall>,
): Promise<Output<typeof previewImportCall>> {
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
}
