import type { ComponentProps, ComponentType } from 'react'
import type { OverlayName, Overlays } from '../lib/overlays/overlay.ts'
import { encryption, frequent, other } from './parts/parts.ts'

type Parts = typeof import('./parts/frequentParts.ts') &
  typeof import('./parts/otherParts.ts') &
  typeof import('./parts/encryptionParts.ts')

/** The props of the dialogs, as their components declare them. */
type DialogProps = {
  [Name in keyof Omit<Parts, 'LinkOverlay' | 'PeekedLink'>]: Omit<ComponentProps<Parts[Name]>, 'onClose'>
}

declare module '../lib/overlays/overlay.ts' {
  interface Overlays extends DialogProps {}
}

/**
 * The component of each dialog. `openOverlay('name', props)` of `lib/overlay` opens it; its code is loaded then, or before.
 */
export const registry: { [Name in OverlayName]: ComponentType<Overlays[Name] & { onClose: () => void }> } = {
  confirm: frequent('confirm'),
  addLink: frequent('addLink'),
  editLink: frequent('editLink'),
  addCollection: frequent('addCollection'),
  editCollection: frequent('editCollection'),
  move: frequent('move'),
  tagLinks: frequent('tagLinks'),
  chooseTag: frequent('chooseTag'),
  trash: frequent('trash'),
  addTags: frequent('addTags'),
  export: frequent('export'),
  shareLink: frequent('shareLink'),
  shareCollection: frequent('shareCollection'),
  saveSearch: frequent('saveSearch'),
  palette: frequent('palette'),
  shortcuts: frequent('shortcuts'),
  outbox: frequent('outbox'),
  embeds: other('embeds'),
  copyCollection: other('copyCollection'),
  captureThumbnail: other('captureThumbnail'),
  leave: other('leave'),
  editTag: other('editTag'),
  similarTags: other('similarTags'),
  mergeTags: other('mergeTags'),
  clipboardAsk: other('clipboardAsk'),
  clipboardSave: other('clipboardSave'),
  waysIn: other('waysIn'),
  import: other('import'),
  saveHighlightedPage: other('saveHighlightedPage'),
  importHighlights: other('importHighlights'),
  suggest: other('suggest'),
  viewSuggestion: other('viewSuggestion'),
  rejectSuggestions: other('rejectSuggestions'),
  feeds: other('feeds'),
  rule: other('rule'),
  applyRules: other('applyRules'),
  activity: other('activity'),
  choosePlan: other('choosePlan'),
  cancelPlan: other('cancelPlan'),
  webhook: other('webhook'),
  webhookSecret: other('webhookSecret'),
  listDeliveries: other('listDeliveries'),
  deleteAccount: other('deleteAccount'),
  pictures: other('pictures'),
  storedFiles: other('storedFiles'),
  encrypt: encryption('encrypt'),
  encryptionRun: encryption('encryptionRun'),
  unlock: encryption('unlock'),
  replaceKeys: encryption('replaceKeys'),
  uploadKeys: encryption('uploadKeys'),
  importEncrypted: encryption('importEncrypted'),
  changeSecret: encryption('changeSecret'),
  newCollectionKey: encryption('newCollectionKey'),
  makeKeyPair: encryption('makeKeyPair'),
  openKeyPair: encryption('openKeyPair'),
  passkeyKeys: encryption('passkeyKeys'),
  memberKeys: encryption('memberKeys'),
  compareKeys: encryption('compareKeys'),
  recoverySheet: encryption('recoverySheet'),
}
