import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Returns the name of each operation of the contract. */
function listOperations(): string[] {
  return globSync('packages/contract/src/**/*.ts', { cwd: root })
    .filter(path => !path.endsWith('.test.ts'))
    .flatMap(path => [...read(path).matchAll(/^export const (\w+) = operation\(/gm)])
    .map(([, name]) => name!)
    .sort()
}

const features = 'apps/server/src/features/'

/** Returns the actions of the server, with the operation and the file of each. */
function listActions(): { path: string; name: string; operation: string }[] {
  return globSync(`${features}**/*.ts`, { cwd: root }).flatMap(path =>
    Array.from(
      read(path).matchAll(/^export const (\w+) = action\(\s*(?:\w+\.)?(\w+),/gm),
      ([, name, operation]) => ({ path, name: name!, operation: operation! }),
    ),
  )
}

test('the server function of each operation has its name', () => {
  const actions = listActions()
  expect(actions.map(({ operation }) => operation).sort()).toEqual(listOperations())
  expect(actions.filter(({ name, operation }) => name !== operation)).toEqual([])
  const served = read('apps/server/src/routes.ts').matchAll(/ from '\.\/(features\/[^']+)'/g)
  expect(Array.from(served, ([, path]) => `apps/server/src/${path}`).sort()).toEqual(
    [...new Set(actions.map(({ path }) => path))].sort(),
  )
})

/** Files with several short operations on one kind of item. */
const groups: Record<string, readonly string[]> = {
  'accounts/profile/account': [
    'changePassword',
    'checkUsername',
    'countAccount',
    'deleteAccount',
    'readProfile',
    'updateUserDetails',
    'uploadProfileImage',
  ],
  'accounts/profile/imageUpload': ['signImageUpload'],
  'activity/activity': ['listActivity', 'undoActivity'],
  'apiKeys/keys': ['addKey', 'createConnectCode', 'deleteKey', 'exchangeConnectCode', 'listKeys'],
  'brokenLinks/checkLink': ['getBrokenLinks'],
  'brokenLinks/linkChecks': [
    'checkLinkStatus',
    'getLinkCheck',
    'ignoreBrokenLinks',
    'setCheckSchedule',
    'updateAddresses',
  ],
  'collections/createCollection': ['updateCollection'],
  'collections/placing/moveCollections': ['placeCollection'],
  'collections/lists/collectionLists': [
    'favouriteCollection',
    'getCollection',
    'getTree',
    'listDashboardCollections',
    'listFavouriteCollections',
    'listSubcollections',
  ],
  'copies/archiving/archivePageFile': ['archivePageUpload'],
  'copies/linkCopies': ['archivePage', 'getCopy', 'keepCollection', 'updateKeepCopies', 'updateLinkCopies'],
  'copies/reading/readingPlaces': ['getReadingPlace', 'saveReadingPlace'],
  'domains/domains': ['deleteDomain', 'getDomain', 'setDomain', 'verifyDomain'],
  'duplicates/duplicates': [
    'countDuplicates',
    'deleteDuplicateBroken',
    'findDuplicates',
    'markDistinct',
    'mergeDuplicates',
  ],
  'encryption/keys/folderKeys': [
    'changeFolderKey',
    'getFolderKeys',
    'listFolderKeys',
    'updateEnc',
    'updateEncFolders',
    'validateEncryptFolderKey',
  ],
  'encryption/links/listEncryptedLinks': ['countEncryptedLinks'],
  'encryption/links/saveEncryptedLink': ['saveEncryptedLinks'],
  'encryption/members/memberKeys': [
    'askForKey',
    'getKeyPair',
    'grantFolderKey',
    'listGivenKeys',
    'listMemberKeys',
    'revokeFolderKey',
    'saveKeyPair',
  ],
  'encryption/members/passkeyKeys': ['listPasskeyKeys', 'removePasskeyKeys', 'savePasskeyKeys'],
  'feeds/feeds': ['addFeed', 'deleteFeed', 'findFeeds', 'listFeeds', 'readFeed', 'updateFeed'],
  'highlights/highlights': [
    'allHighlights',
    'countHighlights',
    'deleteHighlight',
    'deleteHighlights',
    'exportHighlights',
    'pageHighlights',
    'searchHighlights',
  ],
  'highlights/saveHighlight': ['addUpdateHighlights'],
  'importExport/export/exportLinks': ['countExport', 'exportBookmarks', 'exportFeeds'],
  'importExport/importBookmarks': ['listImports'],
  'importExport/preview/previewImport': ['startImport'],
  'jobs/jobs': ['cancelJob', 'jobStatus', 'listRunningJobs'],
  'libraryExport/libraryExports': ['exportLibrary', 'getExportSize', 'getLibraryExport', 'stopLibraryExport'],
  'links/filling/scrapeLink': ['proxyThumbnail'],
  'links/getLink': ['visitLink'],
  'links/lists/linkLists': [
    'listCollectionLinks',
    'listDashboardLinks',
    'listFavouriteLinks',
    'refreshCollectionLinks',
  ],
  'links/saving/saveLinks': ['findSaved', 'oneClickSave', 'saveLink'],
  'links/sets/linkActions': ['favouriteLink', 'favouriteLinks', 'moveLinks', 'tagLinks', 'trashLinks'],
  'links/words/linkNote': ['deleteNote', 'getNote', 'saveNote'],
  'notifications/notifications': [
    'countNotifications',
    'markAllNotificationsRead',
    'markNotificationsRead',
    'unsubscribeDigest',
  ],
  'ownershipTransfer/offers': ['answerOffer', 'listOffers', 'offerCollection', 'withdrawOffer'],
  'pdf/captures': ['dropCapture', 'keepCapture', 'urlToPdf'],
  'plans/payments/checkout': ['createCheckout', 'getCountry', 'listPrices'],
  'plans/payments/subscription': [
    'cancelPaidSubscription',
    'downgradeSubscription',
    'openPaymentPortal',
    'redeemCoupon',
    'refreshPlan',
    'resumePaidSubscription',
  ],
  'ruleRuns/ruleRuns': ['applyRules', 'testRules'],
  'rules/rules': ['deleteRule', 'listRules', 'orderRules', 'saveRule', 'updateRule'],
  'search/savedSearches': [
    'countSavedSearches',
    'deleteSavedSearch',
    'listSavedSearches',
    'renameSavedSearch',
    'saveSearch',
  ],
  'search/searchLibrary': ['proSearch'],
  'session/preferences': [
    'changeTheme',
    'clipboardAccess',
    'rememberCollection',
    'updateAnnouncements',
    'updateCollectionsView',
    'updateDigest',
    'updateLinksLoad',
    'updateView',
  ],
  'session/profile': ['getProfile', 'getStorage', 'getUserData'],
  'session/sessions': ['createAccount', 'exchangeCode', 'logout', 'streamEvents'],
  'share/invitations/invitations': ['cancelInvitation', 'inviteMember', 'resendInvitation'],
  'share/members/members': [
    'declineAccess',
    'findMember',
    'leaveCollection',
    'listPeopleWithAccess',
    'removeMember',
    'requestAccess',
    'setMemberRole',
  ],
  'share/permissions': ['getPermissions', 'setPermissions'],
  'share/publicLinks/publicLinks': ['createShortLink', 'makeLinkPublic', 'shareLink'],
  'share/sharedCollections': ['getSharedTrees', 'listSharedCollections'],
  'storage/storageDetails': ['getStorageDetails', 'listStoredLinks'],
  'storage/storedFiles': ['dropCopy', 'removeStoredFiles', 'restoreCopy', 'restoreStoredFiles'],
  'suggestions/suggestions': [
    'addSuggestion',
    'claimSuggestions',
    'countSuggestions',
    'deleteSuggestions',
    'listReceivedSuggestions',
    'listSentSuggestions',
    'updateSuggestion',
  ],
  'tagManagement/changeTags': ['deleteTags', 'listLinksOfTag', 'mergeTags', 'restoreTags', 'updateTag'],
  'tags/listTags': ['addTags', 'countByCategory'],
  'tidy/untidyLinks': ['dismissUntidyLinks', 'listUntidyLinks'],
  'trash/deleteForGood': [
    'deleteCollection',
    'deleteLinks',
    'deleteTrashedCollections',
    'deleteTrashedLinks',
    'emptyTrash',
  ],
  'trash/trash': ['countTrash', 'listTrashedCollections', 'listTrashedLinks'],
  'uploads/receiving/ownUploads': ['cancelUpload', 'getUpload'],
  'webhooks/deliveries/deliveries': ['listDeliveries', 'redeliver'],
  'webhooks/webhooks': [
    'createWebhook',
    'deleteWebhook',
    'listWebhooks',
    'newWebhookSecret',
    'testWebhook',
    'updateWebhook',
  ],
  'whiteLabels/whiteLabels': ['deleteWhiteLabel', 'getWhiteLabel', 'setWhiteLabel', 'uploadLogo'],
}

test('the server function of each operation is in the file with its name', () => {
  const elsewhere: Record<string, string[]> = {}
  for (const { path, name } of listActions())
    if (!path.endsWith(`/${name}.ts`)) (elsewhere[path.slice(features.length, -3)] ??= []).push(name)
  for (const names of Object.values(elsewhere)) names.sort()
  expect(elsewhere).toEqual(groups)
})

test('a hook that calls one mutation has the name of its operation', () => {
  // Each of these gives a mutation with several tasks another name per task.
  const tasks = new Set([
    'useChangeHighlight',
    'useCreateHighlight',
    'useMoveDuplicate',
    'usePasteSave',
    'useRemoveNote',
    'useRenameKey',
    'useRestoreCollections',
    'useRestoreLinks',
    'useSwitchWebhook',
    'useToggleDescription',
    'useView',
  ])
  const found: string[] = []
  for (const path of globSync('apps/web/src/**/*.{ts,tsx}', { cwd: root })) {
    for (const part of read(path).split(/^(?=(?:export )?(?:const|function) )/m)) {
      const hook = /^export \w+ (use[A-Z]\w*)/.exec(part)?.[1]
      const operations = [...part.matchAll(/\buseOperationMutation\(\s*(\w+)/g)].map(([, name]) => name!)
      if (!hook || operations.length !== 1 || tasks.has(hook)) continue
      if (hook.toLowerCase() !== `use${operations[0]}`.toLowerCase())
        found.push(`${path}: ${hook} calls ${operations[0]}`)
    }
  }
  expect(found).toEqual([])
})
