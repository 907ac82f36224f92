import { activityRoutes } from './features/activity/routes.ts'
import { brokenLinkRoutes } from './features/brokenLinks/routes.ts'
import { bulkRoutes } from './features/bulk/routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { collectionCopyRoutes } from './features/collectionCopy/routes.ts'
import { collectionRoutes } from './features/collections/routes.ts'
import { copyRoutes } from './features/copies/routes.ts'
import { duplicateRoutes } from './features/duplicates/routes.ts'
import { encryptionRoutes } from './features/encryption/routes.ts'
import { fileRoutes } from './features/files/routes.ts'
import { highlightRoutes } from './features/highlights/routes.ts'
import { ownershipTransferRoutes } from './features/ownershipTransfer/routes.ts'
import { keyRoutes } from './features/apiKeys/routes.ts'
import { linkRoutes } from './features/links/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { pdfRoutes } from './features/pdf/routes.ts'
import { planRoutes } from './features/plans/routes.ts'
import { tagManagementRoutes } from './features/tagManagement/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { shareRoutes } from './features/share/routes.ts'
import { sessionRoutes } from './features/session/routes.ts'
import { storageRoutes } from './features/storage/routes.ts'
import { suggestionRoutes } from './features/suggestions/routes.ts'
import { tagRoutes } from './features/tags/routes.ts'
import { tidyRoutes } from './features/tidy/routes.ts'
import { importExportRoutes } from './features/importExport/routes.ts'
import { libraryExportRoutes } from './features/libraryExport/routes.ts'
import { jobRoutes } from './features/jobs/routes.ts'
import { trashRoutes } from './features/trash/routes.ts'
import { ruleRoutes } from './features/rules/routes.ts'
import { ruleRunRoutes } from './features/ruleRuns/routes.ts'
import { feedRoutes } from './features/feeds/routes.ts'
import { domainRoutes } from './features/domains/routes.ts'
import { whiteLabelRoutes } from './features/whiteLabels/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import type { Route } from './http/implement.ts'

/** All operations of the server, by feature. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...accountRoutes,
  ...keyRoutes,
  ...planRoutes,
  ...tagRoutes,
  ...collectionRoutes,
  ...collectionCopyRoutes,
  ...fileRoutes,
  ...linkRoutes,
  ...copyRoutes,
  ...storageRoutes,
  ...shareRoutes,
  ...ownershipTransferRoutes,
  ...suggestionRoutes,
  ...notificationRoutes,
  ...tagManagementRoutes,
  ...searchRoutes,
  ...trashRoutes,
  ...encryptionRoutes,
  ...highlightRoutes,
  ...brokenLinkRoutes,
  ...duplicateRoutes,
  ...tidyRoutes,
  ...bulkRoutes,
  ...activityRoutes,
  ...importExportRoutes,
  ...pdfRoutes,
  ...libraryExportRoutes,
  ...jobRoutes,
  ...webhookRoutes,
  ...domainRoutes,
  ...whiteLabelRoutes,
  ...feedRoutes,
  ...ruleRoutes,
  ...ruleRunRoutes,
]
