import type { Migration } from './migration.ts'
import { migration as initialTables001 } from './001-initialTables.ts'
import { migration as accounts002 } from './002-accounts.ts'
import { migration as letters003 } from './003-letters.ts'
import { migration as linkNotes004 } from './004-linkNotes.ts'
import { migration as shares005 } from './005-shares.ts'
import { migration as tags006 } from './006-tags.ts'
import { migration as lists007 } from './007-lists.ts'
import { migration as suggestions008 } from './008-suggestions.ts'
import { migration as profiles009 } from './009-profiles.ts'
import { migration as apiKeys010 } from './010-apiKeys.ts'
import { migration as twoFactor011 } from './011-twoFactor.ts'
import { migration as notifications012 } from './012-notifications.ts'
import { migration as activities013 } from './013-activities.ts'
import { migration as passkeys014 } from './014-passkeys.ts'
import { migration as digest015 } from './015-digest.ts'
import { migration as coupons016 } from './016-coupons.ts'
import { migration as offers017 } from './017-offers.ts'
import { migration as served018 } from './018-served.ts'
import { migration as deedEdits019 } from './019-deedEdits.ts'
import { migration as webhooks020 } from './020-webhooks.ts'
import { migration as searchAtHand021 } from './021-searchAtHand.ts'
import { migration as collectionNames022 } from './022-collectionNames.ts'
import { migration as revisions023 } from './023-revisions.ts'
import { migration as jobQueues025 } from './025-jobQueues.ts'
import { migration as requestKeys027 } from './027-requestKeys.ts'
import { migration as marks028 } from './028-marks.ts'
import { migration as standardNames029 } from './029-standardNames.ts'
import { migration as naturalNames031 } from './031-naturalNames.ts'
import { migration as invitations032 } from './032-invitations.ts'
import { migration as undoStates033 } from './033-undoStates.ts'
import { migration as jobPosition034 } from './034-jobPosition.ts'
import { migration as linkPlayer035 } from './035-linkPlayer.ts'
import { migration as categoryChanges036 } from './036-categoryChanges.ts'
import { migration as emojiSearch037 } from './037-emojiSearch.ts'
import { migration as cover038 } from './038-cover.ts'
import { migration as files039 } from './039-files.ts'
import { migration as fileFacts040 } from './040-fileFacts.ts'
import { migration as copies041 } from './041-copies.ts'
import { migration as fileStore042 } from './042-file-store.ts'
import { migration as removedFiles043 } from './043-removedFiles.ts'
import { migration as libraryExports044 } from './044-libraryExports.ts'
import { migration as readingPlaces045 } from './045-readingPlaces.ts'
import { migration as servedDays046 } from './046-servedDays.ts'
import { migration as libraryId047 } from './047-libraryId.ts'
import { migration as declinedRequests048 } from './048-declinedRequests.ts'
import { migration as encryption050 } from './050-encryption.ts'
import { migration as passkeyKeyIds052 } from './052-passkeyKeyIds.ts'
import { migration as encryptedInside053 } from './053-encryptedInside.ts'
import { migration as encryptedFiles054 } from './054-encryptedFiles.ts'
import { migration as largePreviews056 } from './056-largePreviews.ts'
import { migration as lostPreviews057 } from './057-lostPreviews.ts'
import { migration as hiddenTags058 } from './058-hiddenTags.ts'
import { migration as openedFiles059 } from './059-openedFiles.ts'
import { migration as removedCopies060 } from './060-removedCopies.ts'
import { migration as removedBytes061 } from './061-removedBytes.ts'
import { migration as formerTexts062 } from './062-formerTexts.ts'
import { migration as printedPages063 } from './063-printedPages.ts'
import { migration as uploadCollections064 } from './064-uploadCollections.ts'
import { migration as highlights065 } from './065-highlights.ts'
import { migration as connectCodes066 } from './066-connectCodes.ts'
import { migration as highlightImports067 } from './067-highlightImports.ts'
import { migration as canonicalKeys071 } from './071-canonicalKeys.ts'
import { migration as distinctLinks072 } from './072-distinctLinks.ts'
import { migration as linkChecks073 } from './073-linkChecks.ts'
import { migration as feeds078 } from './078-feeds.ts'
import { migration as savedSearches079 } from './079-savedSearches.ts'
import { migration as rules082 } from './082-rules.ts'
import { migration as linkPositions084 } from './084-linkPositions.ts'
import { migration as importedFeeds086 } from './086-importedFeeds.ts'
import { migration as payments090 } from './090-payments.ts'
import { migration as quotaMails091 } from './091-quotaMails.ts'
import { migration as webhooksOfKeys094 } from './094-webhooksOfKeys.ts'
import { migration as domains095 } from './095-domains.ts'
import { migration as whiteLabels096 } from './096-whiteLabels.ts'
import { migration as keptLinks097 } from './097-keptLinks.ts'
import { migration as bulkIndexing098 } from './098-bulkIndexing.ts'
import { migration as importedLinks099 } from './099-importedLinks.ts'
import { migration as longWords101 } from './101-longWords.ts'
import { migration as termPrefixes103 } from './103-termPrefixes.ts'

/** The migrations of the folder, in the order of their numbers. */
export const migrations: readonly Migration[] = [
  initialTables001,
  accounts002,
  letters003,
  linkNotes004,
  shares005,
  tags006,
  lists007,
  suggestions008,
  profiles009,
  apiKeys010,
  twoFactor011,
  notifications012,
  activities013,
  passkeys014,
  digest015,
  coupons016,
  offers017,
  served018,
  deedEdits019,
  webhooks020,
  searchAtHand021,
  collectionNames022,
  revisions023,
  jobQueues025,
  requestKeys027,
  marks028,
  standardNames029,
  naturalNames031,
  invitations032,
  undoStates033,
  jobPosition034,
  linkPlayer035,
  categoryChanges036,
  emojiSearch037,
  cover038,
  files039,
  fileFacts040,
  copies041,
  fileStore042,
  removedFiles043,
  libraryExports044,
  readingPlaces045,
  servedDays046,
  libraryId047,
  declinedRequests048,
  encryption050,
  passkeyKeyIds052,
  encryptedInside053,
  encryptedFiles054,
  largePreviews056,
  lostPreviews057,
  hiddenTags058,
  openedFiles059,
  removedCopies060,
  removedBytes061,
  formerTexts062,
  printedPages063,
  uploadCollections064,
  highlights065,
  connectCodes066,
  highlightImports067,
  canonicalKeys071,
  distinctLinks072,
  linkChecks073,
  feeds078,
  savedSearches079,
  rules082,
  linkPositions084,
  importedFeeds086,
  payments090,
  quotaMails091,
  webhooksOfKeys094,
  domains095,
  whiteLabels096,
  keptLinks097,
  bulkIndexing098,
  importedLinks099,
  longWords101,
  termPrefixes103,
]
