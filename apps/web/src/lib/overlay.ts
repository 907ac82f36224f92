import type { FunctionComponent, SVGProps } from 'react'
import type { PreviousLink } from '@nestmark/contract/activity'
import type { Input } from '@nestmark/contract/operation'
import type { Rule } from '@nestmark/contract/rules'
import type { saveSearch } from '@nestmark/contract/savedSearches'
import type { Collection, EveryLink as LinksMeant, Link } from '@nestmark/contract/shapes'
import type { StoredSet } from '@nestmark/contract/storage'
import type { SuggestedLink } from '@nestmark/contract/suggestions'
import type { CountedTag } from '@nestmark/contract/tags'
import type { Webhook } from '@nestmark/contract/webhooks'
import type { PlanId } from '@nestmark/core/planIds'
import type { Period } from '@nestmark/core/prices'
import type { KeyPair } from '@nestmark/encryption/keyPair'
import type { KeyRecord } from '@nestmark/encryption/keyRecord'
import type { SavedKey } from './encryption/keyRing.ts'
import type { Runner } from './encryption/runner.ts'
import type { Plan, Target } from './encryption/targets.ts'
import { hasNoFocus } from './hasNoFocus.ts'
import { createStore } from './store.ts'

/** A link or collection as the move dialog and the drag image need it. */
export interface Movable {
  _id: string
  name: string
  parent: string | null
  /** The owner's name, in lists that mix the user's own items with shared ones. */
  owner_name?: string | undefined
  enc?: 0 | 1
}

/** The prefilled values of a new link: from the clipboard, another page or another app. */
export interface LinkPrefill {
  url?: string
  title?: string
  desc?: string
  /** Without it the category follows from the address. */
  category?: number
}

/** All links of a list except a few, instead of listed links. */
export interface AllLinks {
  set: LinksMeant
  except: string[]
  count: number
  /** There are more than `count`: the count stops early. */
  more?: boolean | undefined
  /** The loaded links, where links of other owners may be among them; `all`: there are no others. */
  mixed?: { loaded: Movable[]; all: boolean } | undefined
}

/** All collections inside a collection except a few. */
export interface AllCollections {
  inside: { folder_id: string; input?: string }
  except: string[]
  count: number
}

/** The links to export: of a collection, chosen ones, or all of a list. */
export interface ExportedLinks {
  /** Shown as the title, and part of the name of the file. */
  name: string
  /** `hasSub`: the collection has others inside. `canAdd`: the person may write there, and see its feeds. */
  collection?: { _id: string; hasSub: boolean; canAdd: boolean }
  links?: string[]
  every?: Pick<AllLinks, 'set' | 'except'>
}

/** A suggestion with the address of its page's picture, which its card does not show. */
type Suggestion = SuggestedLink & { picture?: string }

/** The props of every dialog by name. `app/overlays.tsx` maps the names to components. */
export interface Overlays {
  /** `queuedId`: the ID of a queued mutation whose form is reopened. */
  addLink: { parent?: string; resume?: boolean; queuedId?: string } & LinkPrefill
  embeds: Record<string, never>
  /** `previous`: the previous values, which the form offers next to the current ones. */
  editLink: { link: Link; queuedId?: string; previous?: PreviousLink }
  /** `name`: the prefilled name. */
  addCollection: { parent?: string; name?: string }
  editCollection: {
    collection: Pick<Collection, '_id' | 'name' | 'desc'>
    previous?: Pick<Collection, 'name' | 'desc'>
  }
  /** Captures pictures of a video that is about to be uploaded, or of the stored one of a link. */
  captureThumbnail: { video: Blob | Link; name: string; onSelect: (thumbnail: Blob) => void }
  move: {
    links?: Movable[]
    collections?: Movable[]
    every?: AllLinks
    everyCollection?: AllCollections
    onDone?: () => void
  }
  /** Leaves a collection that another user shares. */
  leave: { collection: Pick<Collection, '_id' | 'name'> }
  copyCollection: { collection: Pick<Collection, '_id' | 'name'> }
  trash: {
    links?: Movable[]
    collections?: Movable[]
    every?: AllLinks
    everyCollection?: AllCollections
    onDone?: () => void
  }
  tagLinks: { links?: Movable[]; every?: AllLinks; onDone?: () => void }
  chooseTag: { onPick: (id: string) => void }
  addTags: Record<string, never>
  editTag: { tag: CountedTag }
  /** Lists tags that are forms of one word, to merge them. */
  similarTags: Record<string, never>
  mergeTags: { tags: CountedTag[]; onDone?: () => void }
  clipboardAsk: { parent?: string }
  clipboardSave: { url: string; parent?: string }
  /** Explains how to save from other pages. */
  waysIn: Record<string, never>
  import: { parent?: string; file?: File }
  /** Without `part`, the library. */
  export: { part?: ExportedLinks }
  /** Saves a page that has highlights into a collection. */
  saveHighlightedPage: { url: string; title: string }
  importHighlights: Record<string, never>
  shareLink: { link: Link }
  shareCollection: { collection: Collection }
  /** Suggests a link for the collection, or changes a suggestion. */
  suggest: {
    folder?: Pick<Collection, '_id' | 'name' | 'is_encrypted' | 'enc_id'>
    suggestion?: Suggestion
    side?: 'to_me' | 'by_me'
  }
  viewSuggestion: {
    suggestion: Suggestion
    side: 'to_me' | 'by_me'
    onApprove: () => void
    onRemove: () => void
  }
  rejectSuggestions: { suggestions: Suggestion[]; onDone?: () => void }
  /** Saves a search under a name, or renames a saved one. */
  saveSearch: { search?: Omit<Input<typeof saveSearch>, 'name'>; saved?: { _id: string; name: string } }
  /** Makes a rule or changes one. */
  rule: { rule?: Rule }
  /** Tests rules against the library, and applies them. */
  applyRules: { rules: readonly Rule[] }
  /** The feeds whose entries become links of a collection. */
  feeds: { collection: { _id: string; name: string } }
  /** The activity list of a shared collection. */
  activity: { collection: { _id: string; name: string } }
  /** Explains how to get a plan on this server. */
  /** `id`, `period`: what is chosen at first, where the server sells plans. */
  choosePlan: { plan: 'pro' | 'premium' | 'lifetime'; id?: PlanId; period?: Period; offer?: 'early-bird' }
  /** `end`: at the end of the paid period; `now`: immediately. */
  cancelPlan: { timing: 'end' | 'now' }
  /** Creates or changes a webhook. */
  webhook: { webhook?: Webhook }
  /** Shows the secret of a webhook once. */
  webhookSecret: { secret: string }
  listDeliveries: { webhook: Pick<Webhook, '_id' | 'address' | 'is_active'> }
  deleteAccount: Record<string, never>
  /** `parent`: the collection on the page, into which new items are added. `only`: finds nothing else. */
  palette: { parent?: string | undefined; only?: 'collections' }
  /** Shows an uploaded picture in full, and adjacent ones in its collection. */
  pictures: { link: Link }
  /** Asks for the key of collections that have none, and encrypts. */
  encrypt: { target: Target; plan: Promise<Plan>; onDone?: (() => void) | undefined }
  /** Shows the progress of encrypting or decrypting many links. */
  encryptionRun: {
    runner: Runner
    kind: 'encrypt' | 'enter' | 'decrypt' | 'rotate' | 'hideTags' | 'export' | 'import'
    name: string
    total?: number | undefined
  }
  /**
   * Asks for the key of a collection. `kid`: the key that is needed; without it the current one. `withoutKey`: offers to go
   * on without encryption.
   */
  unlock: {
    collectionId: string
    kid?: string | undefined
    decrypts?: boolean
    onDone?: (() => void) | undefined
    withoutKey?: { action: 'save' | 'move' | 'restore' | 'other'; run: () => void }
  }
  /** Asks for confirmation before a file replaces all saved keys. */
  replaceKeys: { records: KeyRecord[]; onReplace: () => void }
  uploadKeys: Record<string, never>
  importEncrypted: Record<string, never>
  /** Wraps a key with another secret. */
  changeSecret: { saved: SavedKey }
  /** Replaces the key of a collection. */
  newCollectionKey: { saved: SavedKey }
  recoverySheet: { keys: readonly SavedKey[] }
  /** Creates the person's key pair. `replaces`: the public key that it replaces. */
  makeKeyPair: { replaces?: string; onMade?: (pair: KeyPair) => void }
  /** Asks for the passphrase of the person's key pair. */
  openKeyPair: { onOpened: (pair: KeyPair) => void }
  /** Selects which keys a passkey opens. */
  passkeyKeys: { credentialId: string; name: string }
  /** Lists who has the key of a collection. */
  memberKeys: { collectionId: string; name: string }
  /** Shows what two people compare. `giving`: the owner then gives the key. */
  compareKeys: {
    collection: { _id: string; name: string }
    own: { id: string; publicKey: string }
    person: { _id: string; name: string; public_key: string }
    giving?: { pair: KeyPair; kid: string; count: number }
  }
  /** Lists the files of sets, and removes them. `bytes`: their size. */
  storedFiles: { sets: readonly StoredSet[]; bytes: number; run: () => Promise<void> }
  shortcuts: Record<string, never>
  outbox: Record<string, never>
  confirm: Confirmation
}

/** A confirmation question with one action. Without `confirm` it is a notice with an OK button. */
interface Confirmation {
  title: string
  body?: string
  confirm?: string
  icon?: FunctionComponent<SVGProps<SVGSVGElement>>
  danger?: boolean
  run?: () => void | Promise<unknown>
}

export type OverlayName = keyof Overlays
export type OpenOverlay = {
  [Name in OverlayName]: { key: number; name: Name; props: Overlays[Name] }
}[OverlayName]

/** The open dialogs, the topmost last. */
export const overlays = createStore<readonly OpenOverlay[]>([])
let lastKey = 0
/** The focused element before each dialog, to restore the focus. */
const previousFocus = new Map<number, Element | null>()

/** Opens a dialog by name. Features do not import the dialog's component. */
export function openOverlay<Name extends OverlayName>(name: Name, props: Overlays[Name]): void {
  openWithKey(name, props)
}

/** Opens a dialog whose caller needs to know until when it is open. @returns its key */
export function openWithKey<Name extends OverlayName>(name: Name, props: Overlays[Name]): number {
  previousFocus.set(++lastKey, document.activeElement)
  overlays.set(now => [...now, { key: lastKey, name, props } as unknown as OpenOverlay])
  return lastKey
}

/** Returns whether a dialog is open. */
export const isOverlayOpen = (key: number): boolean => overlays.get().some(open => open.key === key)

/** Closes one dialog; without a key the topmost one. Restores the focus. */
export function closeOverlay(key = overlays.get().at(-1)?.key): void {
  if (key === undefined || !isOverlayOpen(key)) return
  overlays.set(now => now.filter(open => open.key !== key))
  const previous = previousFocus.get(key)
  previousFocus.delete(key)
  requestAnimationFrame(() => {
    // A dialog that was opened since sets the focus itself.
    if (overlays.get().some(open => open.key > key)) return
    const free = document.activeElement === null || document.activeElement === document.body
    if (!free || !(previous instanceof HTMLElement)) return
    if (previous.isConnected && previous !== document.body) previous.focus({ preventScroll: true })
    // It was removed or disabled since.
    if (document.activeElement === null || document.activeElement === document.body) focusTopDialog()
  })
}

/** Focuses the topmost dialog that is open, or the page. */
function focusTopDialog(): void {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role=dialog][aria-modal=true]')].at(-1)
  if (dialog) dialog.focus({ preventScroll: true })
  else focusPage()
}

/** Focuses the dialog around an element that is about to be removed, or the page. */
export function focusAround(element: Element): void {
  const dialog = element.closest<HTMLElement>('[role=dialog]')
  if (dialog) dialog.focus({ preventScroll: true })
  else focusPage()
}

/** Focuses the page itself, where the previously focused element no longer exists. */
export function focusPage(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Focuses the page in the next frame, when nothing else has the focus and no dialog is open. */
export function restorePageFocus(): void {
  requestAnimationFrame(() => {
    if (overlays.get().length === 0 && hasNoFocus()) focusPage()
  })
}
