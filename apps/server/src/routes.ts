import * as account from './features/accounts/profile/account.ts'
import * as imageUpload from './features/accounts/profile/imageUpload.ts'
import * as activity from './features/activity/activity.ts'
import * as keys from './features/apiKeys/keys.ts'
import * as checkLink from './features/brokenLinks/checkLink.ts'
import * as linkChecks from './features/brokenLinks/linkChecks.ts'
import * as undo from './features/bulk/undo.ts'
import * as copyCollection from './features/collectionCopy/copyCollection.ts'
import * as createCollection from './features/collections/createCollection.ts'
import * as collectionLists from './features/collections/lists/collectionLists.ts'
import * as moveCollections from './features/collections/placing/moveCollections.ts'
import * as archivePageFile from './features/copies/archiving/archivePageFile.ts'
import * as linkCopies from './features/copies/linkCopies.ts'
import * as readingPlaces from './features/copies/reading/readingPlaces.ts'
import * as domains from './features/domains/domains.ts'
import * as duplicates from './features/duplicates/duplicates.ts'
import * as folderKeys from './features/encryption/keys/folderKeys.ts'
import * as listEncryptedLinks from './features/encryption/links/listEncryptedLinks.ts'
import * as saveEncryptedLink from './features/encryption/links/saveEncryptedLink.ts'
import * as memberKeys from './features/encryption/members/memberKeys.ts'
import * as passkeyKeys from './features/encryption/members/passkeyKeys.ts'
import * as feeds from './features/feeds/feeds.ts'
import * as highlights from './features/highlights/highlights.ts'
import * as importHighlights from './features/highlights/importing/importHighlights.ts'
import * as saveHighlight from './features/highlights/saveHighlight.ts'
import * as exportLinks from './features/importExport/export/exportLinks.ts'
import * as importBookmarks from './features/importExport/importBookmarks.ts'
import * as previewImport from './features/importExport/preview/previewImport.ts'
import * as jobs from './features/jobs/jobs.ts'
import * as exportEpub from './features/libraryExport/epub/exportEpub.ts'
import * as libraryExports from './features/libraryExport/libraryExports.ts'
import * as scrapeLink from './features/links/filling/scrapeLink.ts'
import * as getLink from './features/links/getLink.ts'
import * as linkLists from './features/links/lists/linkLists.ts'
import * as reorderLinks from './features/links/lists/reorderLinks.ts'
import * as saveLinks from './features/links/saving/saveLinks.ts'
import * as updateLink from './features/links/saving/updateLink.ts'
import * as linkActions from './features/links/sets/linkActions.ts'
import * as linkNote from './features/links/words/linkNote.ts'
import * as notifications from './features/notifications/notifications.ts'
import * as offers from './features/ownershipTransfer/offers.ts'
import * as captures from './features/pdf/captures.ts'
import * as checkout from './features/plans/payments/checkout.ts'
import * as subscription from './features/plans/payments/subscription.ts'
import * as ruleRuns from './features/ruleRuns/ruleRuns.ts'
import * as rules from './features/rules/rules.ts'
import * as countSearchResults from './features/search/countSearchResults.ts'
import * as savedSearches from './features/search/savedSearches.ts'
import * as searchLibrary from './features/search/searchLibrary.ts'
import * as suggestSpelling from './features/search/suggestSpelling.ts'
import * as preferences from './features/session/preferences.ts'
import * as profile from './features/session/profile.ts'
import * as sessions from './features/session/sessions.ts'
import * as invitations from './features/share/invitations/invitations.ts'
import * as members from './features/share/members/members.ts'
import * as publicLinks from './features/share/publicLinks/publicLinks.ts'
import * as permissions from './features/share/permissions.ts'
import * as sharedCollections from './features/share/sharedCollections.ts'
import * as storageDetails from './features/storage/storageDetails.ts'
import * as storedFiles from './features/storage/storedFiles.ts'
import * as approveSuggestions from './features/suggestions/approveSuggestions.ts'
import * as suggestions from './features/suggestions/suggestions.ts'
import * as changeTags from './features/tagManagement/changeTags.ts'
import * as autofillTags from './features/tags/autofillTags.ts'
import * as listTags from './features/tags/listTags.ts'
import * as untidyLinks from './features/tidy/untidyLinks.ts'
import * as deleteForGood from './features/trash/deleteForGood.ts'
import * as trash from './features/trash/trash.ts'
import * as trashCollections from './features/trash/trashCollections.ts'
import * as readFilesAgain from './features/uploads/reading/readFilesAgain.ts'
import * as finishUpload from './features/uploads/receiving/finishUpload.ts'
import * as ownUploads from './features/uploads/receiving/ownUploads.ts'
import * as startUpload from './features/uploads/receiving/startUpload.ts'
import * as uploadTarget from './features/uploads/receiving/uploadTarget.ts'
import * as downloadUrl from './features/uploads/serving/downloadUrl.ts'
import * as deliveries from './features/webhooks/deliveries/deliveries.ts'
import * as webhooks from './features/webhooks/webhooks.ts'
import * as whiteLabels from './features/whiteLabels/whiteLabels.ts'
import { listRoutes, type Route, type RouteGroup } from './calls/route.ts'

/** The files of actions in the groups of the API page, which lists those of a file by name. */
const modules: Readonly<Record<string, readonly object[]>> = {
  Links: [saveLinks, updateLink, linkActions, reorderLinks, linkNote, linkLists, scrapeLink, getLink],
  Collections: [createCollection, moveCollections, collectionLists, copyCollection],
  Tags: [listTags, autofillTags, changeTags],
  Search: [searchLibrary, countSearchResults, suggestSpelling, savedSearches],
  Files: [uploadTarget, startUpload, ownUploads, finishUpload, readFilesAgain, downloadUrl],
  'Copies of pages': [linkCopies, archivePageFile, readingPlaces, captures],
  Highlights: [highlights, saveHighlight, importHighlights],
  Rules: [rules, ruleRuns],
  Tidy: [duplicates, linkChecks, checkLink, untidyLinks],
  Trash: [trashCollections, trash, deleteForGood],
  'Jobs and undo': [jobs, undo],
  Sharing: [publicLinks, members, permissions, invitations, sharedCollections, offers],
  'Own domains': [domains, whiteLabels],
  Suggestions: [suggestions, approveSuggestions],
  'Notifications and activity': [notifications, activity],
  Feeds: [feeds],
  Webhooks: [webhooks, deliveries],
  'Import and export': [importBookmarks, previewImport, exportLinks, libraryExports, exportEpub],
  Encryption: [folderKeys, listEncryptedLinks, saveEncryptedLink, memberKeys, passkeyKeys],
  Storage: [storedFiles, storageDetails],
  'Session and settings': [sessions, profile, preferences, account, imageUpload],
  Plans: [subscription, checkout],
  'API keys': [keys],
}

/** All operations of the server, in the groups of the API page. */
export const routeGroups: readonly RouteGroup[] = Object.entries(modules).map(([title, group]) => ({
  title,
  routes: group.flatMap(listRoutes),
}))

/** All operations of the server. */
export const routes: readonly Route[] = routeGroups.flatMap(group => group.routes)
