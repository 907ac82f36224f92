import { bulk } from './features/bulk/bulk.job.ts'
import { fillLink } from './features/links/fillLink.job.ts'
import { endPlan } from './features/plans/endPlan.job.ts'
import { clearTags } from './features/retagging/clearTags.job.ts'
import { indexTags } from './features/retagging/indexTags.job.ts'
import { sendLetter } from './features/accounts/sendLetter.job.ts'
import { eraseLibrary } from './features/trash/eraseLibrary.job.ts'
import { importBookmarksJob } from './features/transfer/importBookmarks.job.ts'
import { callWebhook } from './features/webhooks/callWebhook.job.ts'
import type { JobKind } from './jobs/runner.ts'
import type { Services } from './services.ts'

/** Every kind of job, from the features that do them. */
export function jobKinds(services: Services): readonly JobKind[] {
  return [
    bulk(services),
    fillLink(services),
    indexTags(services),
    clearTags(services),
    importBookmarksJob(services),
    sendLetter(services),
    eraseLibrary(services),
    endPlan(services),
    callWebhook(services),
  ]
}
