import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import type { OverlayName, Overlays } from '../lib/overlay.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { preloadable } from './preloadable.tsx'

/** The palette opens immediately when its code is preloaded. */
export const Palette = preloadable(() => import('../features/search/palette/Palette.tsx'))

/** The prop that every dialog receives besides its own. */
interface Closable {
  onClose: () => void
}

type Registry = {
  [Name in OverlayName]:
    | LazyExoticComponent<ComponentType<Overlays[Name] & Closable>>
    | ComponentType<Overlays[Name] & Closable>
}

/**
 * The component of each dialog. `openOverlay('name', props)` of `lib/overlay` opens it; its code is loaded
 * when it is opened for the first time.
 */
export const registry: Registry = {
  addLink: lazy(() => import('./slots/AddLink.tsx')),
  editLink: lazy(() => import('../features/links/form/EditLink.tsx')),
  embeds: lazy(() => import('../features/links/form/LinkFormEmbeds.tsx')),
  addCollection: lazy(() => import('./slots/CollectionDialog.tsx')),
  editCollection: lazy(() => import('./slots/CollectionDialog.tsx')),
  copyCollection: lazy(() => import('../features/publicPage/CopyDialog.tsx')),
  captureThumbnail: lazy(() => import('../features/links/form/CaptureThumbnail.tsx')),
  move: lazy(() => import('../features/links/MoveDialog.tsx')),
  tagLinks: lazy(() => import('../features/links/form/TagDialog.tsx')),
  chooseTag: lazy(() => import('../features/links/list/ChooseTag.tsx')),
  trash: lazy(() => import('../features/links/TrashDialog.tsx')),
  leave: lazy(() => import('../features/share/LeaveDialog.tsx')),
  addTags: lazy(() => import('../features/tags/AddTags.tsx')),
  editTag: lazy(() => import('../features/tags/EditTag.tsx')),
  similarTags: lazy(() => import('../features/tags/SimilarTags.tsx')),
  mergeTags: lazy(() => import('../features/tags/MergeTags.tsx')),
  clipboardAsk: lazy(() => import('../features/links/clipboard/ClipboardConsent.tsx')),
  clipboardSave: lazy(() => import('../features/links/clipboard/ClipboardSave.tsx')),
  waysIn: lazy(() => import('../features/links/SaveMethods.tsx')),
  import: lazy(() => import('../features/importExport/OpenImport.tsx')),
  export: lazy(() => import('../features/importExport/ExportDialog.tsx')),
  saveHighlightedPage: lazy(() => import('../features/highlights/SavePageDialog.tsx')),
  importHighlights: lazy(() => import('../features/highlights/ImportHighlights.tsx')),
  shareLink: lazy(() => import('../features/share/ShareLink.tsx')),
  shareCollection: lazy(() => import('../features/share/ShareCollection.tsx')),
  suggest: lazy(() => import('../features/suggestions/SuggestionForm.tsx')),
  viewSuggestion: lazy(() => import('../features/suggestions/SuggestionView.tsx')),
  rejectSuggestions: lazy(() => import('../features/suggestions/RejectSuggestions.tsx')),
  saveSearch: lazy(() => import('../features/search/saved/SaveSearchDialog.tsx')),
  feeds: lazy(() => import('../features/feeds/FeedsDialog.tsx')),
  rule: lazy(() => import('../features/rules/RuleForm.tsx')),
  applyRules: lazy(() => import('../features/rules/ApplyRules.tsx')),
  activity: lazy(() => import('../features/activity/ActivityDialog.tsx')),
  choosePlan: lazy(() => import('../features/plans/ChoosePlan.tsx')),
  cancelPlan: lazy(() => import('../features/plans/CancelPlan.tsx')),
  webhook: lazy(() => import('../features/webhooks/WebhookForm.tsx')),
  webhookSecret: lazy(() => import('../features/webhooks/WebhookSecret.tsx')),
  listDeliveries: lazy(() => import('../features/webhooks/Deliveries.tsx')),
  deleteAccount: lazy(() => import('../features/settings/DeleteAccount.tsx')),
  pictures: lazy(() => import('../features/files/pictures/PictureViewer.tsx')),
  encrypt: lazy(() => import('../features/encryption/EncryptDialog.tsx')),
  encryptionRun: lazy(() => import('../features/encryption/RunDialog.tsx')),
  unlock: lazy(() => import('../features/encryption/UnlockDialog.tsx')),
  replaceKeys: lazy(() => import('../features/encryption/ReplaceKeys.tsx')),
  uploadKeys: lazy(() => import('../features/encryption/UploadKeys.tsx')),
  importEncrypted: lazy(() => import('../features/encryption/transfer/ImportEncrypted.tsx')),
  changeSecret: lazy(() => import('../features/encryption/ChangeSecret.tsx')),
  newCollectionKey: lazy(() => import('../features/encryption/NewCollectionKey.tsx')),
  makeKeyPair: lazy(() => import('../features/encryption/members/MakeKeyPair.tsx')),
  openKeyPair: lazy(() => import('../features/encryption/members/OpenKeyPair.tsx')),
  passkeyKeys: lazy(() => import('../features/encryption/passkeys/ChooseKeys.tsx')),
  memberKeys: lazy(() => import('../features/encryption/members/MemberKeys.tsx')),
  compareKeys: lazy(() => import('../features/encryption/members/CompareKeys.tsx')),
  recoverySheet: lazy(() => import('../features/encryption/RecoverySheet.tsx')),
  storedFiles: lazy(() => import('../features/storage/StoredFilesDialog.tsx')),
  shortcuts: lazy(() => import('./Shortcuts.tsx')),
  palette: Palette,
  outbox: lazy(() => import('./Outbox.tsx')),
  confirm: Confirm,
}
