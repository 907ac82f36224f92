import type { FormerLink } from '@nestmark/contract/activity'
import type { Collection, EveryLink as LinksMeant, Link } from '@nestmark/contract/shapes'
import type { SuggestedLink } from '@nestmark/contract/suggestions'
import type { CountedTag } from '@nestmark/contract/tags'
import type { Webhook } from '@nestmark/contract/webhooks'
import { createStore } from './store.ts'

/** Something that can be moved: what the dialog and the drag slip need to know of it. */
export interface Movable {
  _id: string
  name: string
  parent: string | null
  /** Whose it is, in lists that mix the person's own with what others share. */
  owner_name?: string | undefined
}

/** What a link to be brings along: from the clipboard, another page or another app. */
export interface LinkPrefill {
  url?: string
  title?: string
  desc?: string
  /** Without it the address says what it is. */
  category?: number
}

/** Every link of a set but a few, in place of links by name. */
export interface AllLinks {
  set: LinksMeant
  except: string[]
  count: number
  /** There are more than `count`: they are not counted to the end. */
  more?: boolean | undefined
  /** Those that are loaded, where others' links may be among them; `all`: there are no more. */
  mixed?: { loaded: Movable[]; all: boolean } | undefined
}

/** Every collection inside one but a few. */
export interface AllCollections {
  inside: { folder_id: string; input?: string }
  except: string[]
  count: number
}

/** A suggestion with the address of its page's picture, which its card does not show. */
export type Suggestion = SuggestedLink & { picture?: string }

/** Every dialog of the page with what it must be given. `app/overlays.tsx` knows their components. */
export interface Overlays {
  /** `waiting`: it goes on with what could not be sent. */
  addLink: { parent?: string; resume?: boolean; waiting?: string } & LinkPrefill
  embeds: Record<string, never>
  /** `former`: what it said before, to be chosen from beside what it says now. */
  editLink: { link: Link; waiting?: string; former?: FormerLink }
  addCollection: { parent?: string }
  editCollection: {
    collection: Pick<Collection, '_id' | 'name' | 'desc'>
    former?: Pick<Collection, 'name' | 'desc'>
  }
  move: {
    links?: Movable[]
    collections?: Movable[]
    every?: AllLinks
    everyCollection?: AllCollections
    onDone?: () => void
  }
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
  mergeTags: { tags: CountedTag[]; onDone?: () => void }
  clipboardAsk: { parent?: string }
  clipboardSave: { url: string; parent?: string }
  /** How to save from other pages. */
  waysIn: Record<string, never>
  import: { parent?: string }
  export: Record<string, never>
  shareLink: { link: Link }
  shareCollection: { collection: Collection }
  /** Suggests a link for the collection, or changes a suggestion. */
  suggest: { folder?: Pick<Collection, '_id' | 'name'>; suggestion?: Suggestion; side?: 'to_me' | 'by_me' }
  viewSuggestion: {
    suggestion: Suggestion
    side: 'to_me' | 'by_me'
    onApprove: () => void
    onRemove: () => void
  }
  rejectSuggestions: { suggestions: Suggestion[]; onDone?: () => void }
  /** What happened in a shared collection. */
  activity: { collection: { _id: string; name: string } }
  /** How a plan is got on this server. */
  choosePlan: { plan: 'pro' | 'premium' }
  /** `end`: at the end of what is paid for; `now`: at once. */
  giveUpPlan: { way: 'end' | 'now' }
  /** Makes a webhook, or changes one. */
  webhook: { webhook?: Webhook }
  /** Shows the secret of a webhook, this once. */
  webhookSecret: { secret: string }
  webhookDeliveries: { webhook: Pick<Webhook, '_id' | 'address' | 'is_active'> }
  shortcuts: Record<string, never>
  goTo: Record<string, never>
  outbox: Record<string, never>
  confirm: Confirmation
}

/** A question with one deed behind it. Without `confirm` it is a notice with an OK. */
export interface Confirmation {
  title: string
  body?: string
  confirm?: string
  danger?: boolean
  run?: () => void | Promise<unknown>
}

export type OverlayName = keyof Overlays
export type OpenOverlay = {
  [Name in OverlayName]: { key: number; name: Name; props: Overlays[Name] }
}[OverlayName]

/** The dialogs that stand open, the topmost last. */
export const overlays = createStore<readonly OpenOverlay[]>([])
let lastKey = 0
/** Where the focus was before each dialog, to give it back. */
const previousFocus = new Map<number, Element | null>()

/** Opens a dialog by name. Features call this; they never know where the dialog lives. */
export function openOverlay<Name extends OverlayName>(name: Name, props: Overlays[Name]): void {
  previousFocus.set(++lastKey, document.activeElement)
  overlays.set(now => [...now, { key: lastKey, name, props } as unknown as OpenOverlay])
}

/** Closes one dialog, or without a key the topmost. The focus goes back where it came from. */
export function closeOverlay(key = overlays.get().at(-1)?.key): void {
  if (key === undefined || !overlays.get().some(open => open.key === key)) return
  overlays.set(now => now.filter(open => open.key !== key))
  const before = previousFocus.get(key)
  previousFocus.delete(key)
  requestAnimationFrame(() => {
    const free = document.activeElement === null || document.activeElement === document.body
    if (!free || !(before instanceof HTMLElement)) return
    if (before.isConnected) before.focus({ preventScroll: true })
    else focusPage()
  })
}

/** Gives the focus to the page itself, where what had it is gone. */
export function focusPage(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}
