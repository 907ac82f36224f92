import type { Row } from './row.testing.ts'
import { accountRows, keyRows, planRows, sessionRows } from './rows/account.testing.ts'
import { brokenLinkRows } from './rows/brokenLinks.testing.ts'
import { collectionRows } from './rows/collections.testing.ts'
import { copyRows } from './rows/copies.testing.ts'
import { duplicateRows } from './rows/duplicates.testing.ts'
import { storageRows } from './rows/storage.testing.ts'
import { pdfRows } from './rows/pdf.testing.ts'
import { encryptedFileRows, encryptionKeyRows, encryptionRows } from './rows/encryption.testing.ts'
import { domainRows } from './rows/domains.testing.ts'
import { feedRows } from './rows/feeds.testing.ts'
import { fileRows } from './rows/files.testing.ts'
import { linkActionRows, linkRows, savingRows } from './rows/links.testing.ts'
import { highlightRows } from './rows/highlights.testing.ts'
import { importPreviewRows } from './rows/importPreview.testing.ts'
import { libraryExportRows } from './rows/libraryExport.testing.ts'
import { activityRows, jobRows, transferRows, trashRows } from './rows/undo.testing.ts'
import { ownershipTransferRows, shareRows } from './rows/share.testing.ts'
import { notificationRows, suggestionRows } from './rows/suggestions.testing.ts'
import { searchRows, tagRows } from './rows/tags.testing.ts'
import { tidyRows } from './rows/tidy.testing.ts'
import { ruleRows } from './rows/rules.testing.ts'
import { savedSearchRows } from './rows/savedSearches.testing.ts'
import { webhookRows } from './rows/webhooks.testing.ts'
import { whiteLabelRows } from './rows/whiteLabels.testing.ts'

/** The entire table. A new operation of the contract needs a row in the file of its area. */
export const rows: readonly Row[] = [
  ...sessionRows,
  ...accountRows,
  ...planRows,
  ...keyRows,
  ...webhookRows,
  ...domainRows,
  ...whiteLabelRows,
  ...feedRows,
  ...savedSearchRows,
  ...ruleRows,
  ...collectionRows,
  ...shareRows,
  ...savingRows,
  ...linkRows,
  ...linkActionRows,
  ...duplicateRows,
  ...tidyRows,
  ...fileRows,
  ...copyRows,
  ...pdfRows,
  ...storageRows,
  ...encryptionRows,
  ...encryptedFileRows,
  ...encryptionKeyRows,
  ...highlightRows,
  ...brokenLinkRows,
  ...tagRows,
  ...searchRows,
  ...suggestionRows,
  ...notificationRows,
  ...trashRows,
  ...jobRows,
  ...activityRows,
  ...transferRows,
  ...importPreviewRows,
  ...libraryExportRows,
  ...ownershipTransferRows,
]
