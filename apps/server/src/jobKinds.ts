import { forFreeing } from './db/writes/reserveUse.ts'
import { databaseJobs } from './databaseJobs.ts'
import { checkLinks } from './features/brokenLinks/checkLinks.job.ts'
import { startLinkCheck } from './features/brokenLinks/startLinkCheck.job.ts'
import { addPreview } from './features/uploads/previews/addPreview.job.ts'
import { copyBlob } from './features/uploads/storage/copyBlob.job.ts'
import { readFile } from './features/uploads/reading/readFile.job.ts'
import { removePartsOfDeleted } from './features/uploads/receiving/removeParts.job.ts'
import { sweepFiles } from './features/uploads/storage/sweepFiles.job.ts'
import { keepCollection } from './features/copies/keepCollection.job.ts'
import { archivePage } from './features/copies/archiving/archivePage.job.ts'
import { preparePageText } from './features/copies/reading/pageTexts.ts'
import { queueAutomaticCopy } from './features/copies/linkCopies.ts'
import { fillLink } from './features/links/filling/fillLink.job.ts'
import { startInvitedShares } from './features/share/invitations/startInvitedShares.job.ts'
import { endPlan } from './features/plans/endPlan.job.ts'
import { mailQuotas } from './features/plans/quotas/mailQuotas.job.ts'
import { endSubscriptions } from './features/plans/payments/endSubscriptions.job.ts'
import { syncPurchasesJob } from './features/plans/payments/syncPurchases.job.ts'
import { sendEmail } from './features/accounts/email/sendEmail.job.ts'
import { fetchPictures } from './features/importExport/pages/fetchPictures.job.ts'
import { importBookmarksJobs } from './features/importExport/importBookmarks.job.ts'
import { readPages } from './features/importExport/pages/readPages.job.ts'
import { importHighlightsJob } from './features/highlights/importing/importHighlights.job.ts'
import { deleteJobFiles } from './features/jobs/deleteJobFiles.job.ts'
import { readFeedJob } from './features/feeds/readFeed.job.ts'
import { applyToTitled } from './features/ruleRuns/ruleStep.ts'
import { checkDomain } from './features/domains/checkDomain.job.ts'
import { callWebhook } from './features/webhooks/deliveries/callWebhook.job.ts'
import type { JobKind } from './jobs/jobKind.ts'
import type { Services } from './services.ts'

/**
 * Returns all kinds of jobs of the features.
 * @param report receives a sentence for the operator
 */
export function jobKinds(services: Services, report: (sentence: string) => void): readonly JobKind[] {
  const freeing = Object.assign(Object.create(services) as Services, { db: forFreeing(services.db) })
  return [
    ...databaseJobs(services),
    fillLink(
      services,
      (tx, linkId, now) => queueAutomaticCopy(services.config, tx, linkId, now),
      applyToTitled,
    ),
    archivePage(services),
    keepCollection(services),
    ...(services.config.mediaWorkers > 0 ? [readFile(services, preparePageText), addPreview(services)] : []),
    copyBlob(services),
    removePartsOfDeleted(freeing),
    deleteJobFiles(freeing),
    sweepFiles(freeing, report),
    ...importBookmarksJobs(services),
    importHighlightsJob(services),
    fetchPictures(services),
    readPages(services),
    sendEmail(services),
    startInvitedShares(services),
    endPlan(services),
    syncPurchasesJob(services),
    endSubscriptions(services),
    mailQuotas(services),
    callWebhook(services),
    checkLinks(services),
    startLinkCheck(services),
    readFeedJob(services),
    checkDomain(services),
  ]
}
