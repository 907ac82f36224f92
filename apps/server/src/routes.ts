import { activityRoutes } from './features/activity/routes.ts'
import { brokenLinkRoutes } from './features/brokenLinks/routes.ts'
import { bulkRoutes } from './features/bulk/routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { collectionCopyRoutes } from './features/collectionCopy/routes.ts'
import { collectionRoutes } from './features/collections/routes.ts'
import { copyRoutes } from './features/copies/routes.ts'
import { duplicateRoutes } from './features/duplicates/routes.ts'
import { encryptionRoutes } from './features/encryption/routes.ts'
import { fileRoutes } from './features/uploads/routes.ts'
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
import type { Route, RouteGroup } from './calls/route.ts'

/** All operations of the server, in the groups of the API page. */
export const routeGroups: readonly RouteGroup[] = [
  { title: 'Links', routes: linkRoutes },
  { title: 'Collections', routes: [...collectionRoutes, ...collectionCopyRoutes] },
  { title: 'Tags', routes: [...tagRoutes, ...tagManagementRoutes] },
  { title: 'Search', routes: searchRoutes },
  { title: 'Files', routes: fileRoutes },
  { title: 'Copies of pages', routes: [...copyRoutes, ...pdfRoutes] },
  { title: 'Highlights', routes: highlightRoutes },
  { title: 'Rules', routes: [...ruleRoutes, ...ruleRunRoutes] },
  { title: 'Tidy', routes: [...duplicateRoutes, ...brokenLinkRoutes, ...tidyRoutes] },
  { title: 'Trash', routes: trashRoutes },
  { title: 'Jobs and undo', routes: [...jobRoutes, ...bulkRoutes] },
  { title: 'Sharing', routes: [...shareRoutes, ...ownershipTransferRoutes] },
  { title: 'Own domains', routes: [...domainRoutes, ...whiteLabelRoutes] },
  { title: 'Suggestions', routes: suggestionRoutes },
  { title: 'Notifications and activity', routes: [...notificationRoutes, ...activityRoutes] },
  { title: 'Feeds', routes: feedRoutes },
  { title: 'Webhooks', routes: webhookRoutes },
  { title: 'Import and export', routes: [...importExportRoutes, ...libraryExportRoutes] },
  { title: 'Encryption', routes: encryptionRoutes },
  { title: 'Storage', routes: storageRoutes },
  { title: 'Session and settings', routes: [...sessionRoutes, ...accountRoutes] },
  { title: 'Plans', routes: planRoutes },
  { title: 'API keys', routes: keyRoutes },
]

/** All operations of the server. */
export const routes: readonly Route[] = routeGroups.flatMap(group => group.routes)
