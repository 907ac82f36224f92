import { highlightAnchor, highlightStyle } from '@nestmark/contract/reading/highlightShapes'
import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { address, id, task, text } from './tasks.ts'

/** What the extension's own pages (popup and settings) ask of the background. */
const pageMessage = z.discriminatedUnion('kind', [
  /** The connection and the queue. */
  z.object({ kind: z.literal('status') }),
  z.object({ kind: z.literal('connect'), server: address, name: text(limits.apiKeyName) }),
  z.object({ kind: z.literal('disconnect') }),
  /** What the library has about a page. */
  z.object({ kind: z.literal('lookUp'), url: address, title: text(limits.title), desc: text(limits.desc) }),
  z.object({ kind: z.literal('suggestTags'), input: text(limits.searchInput) }),
  z.object({
    kind: z.literal('createCollection'),
    name: text(limits.collectionName),
    parent: z.nullable(id),
  }),
  /** Sends a task. With `keepTab`, what that tab shows becomes a copy of the link. */
  z.object({ kind: z.literal('run'), task, keepTab: z.optional(z.number()) }),
  /** Captures the page of a tab, and counts its size. */
  z.object({ kind: z.literal('capture'), tabId: z.number() }),
  z.object({ kind: z.literal('rememberKeep'), host: text(255), isOn: z.boolean() }),
  z.object({ kind: z.literal('trash'), linkId: id }),
  z.object({ kind: z.literal('findSaved'), urls: z.array(address).check(z.maxLength(100)) }),
  z.object({ kind: z.literal('sendQueue') }),
  z.object({ kind: z.literal('retry'), id, parent: z.optional(z.nullable(id)) }),
  z.object({ kind: z.literal('discard'), id }),
  /** Starts the bar in a tab for which the person gave the permission. */
  z.object({ kind: z.literal('startBar'), tabId: z.number() }),
  /** The permission for all pages was given or taken. */
  z.object({ kind: z.literal('sitesChanged') }),
  z.object({ kind: z.literal('setOffSites'), hosts: z.array(text(255)).check(z.maxLength(1000)) }),
])
export type PageMessage = z.output<typeof pageMessage>

/**
 * What the script in web pages asks of the background: only about the page in which it is, and its highlights. It never
 * gets the key, comments of other pages, or an answer of the server.
 */
const contentMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('openPage'),
    url: address,
    ground: z.enum(['light', 'dark']),
    /** The rules for light pages are in the page. */
    hasRules: z.boolean(),
  }),
  z.object({
    kind: z.literal('saveHighlight'),
    url: address,
    title: text(limits.address),
    highlightId: text(22),
    isNew: z.boolean(),
    text: z.optional(text(20_000)),
    comment: z.optional(text(20_000)),
    style: z.optional(highlightStyle),
    anchor: z.optional(z.nullable(highlightAnchor)),
  }),
  z.object({ kind: z.literal('deleteHighlight'), url: address, highlightId: id }),
  /** The words of these highlights are in the page, though a copy of it did not have them. */
  z.object({
    kind: z.literal('foundHighlights'),
    url: address,
    ids: z.array(id).check(z.maxLength(limits.highlightsPerPage)),
  }),
  z.object({ kind: z.literal('savePage'), url: address, title: text(limits.address) }),
  /** Moves the link that `savePage` has made of this page to the trash. */
  z.object({ kind: z.literal('undoSave'), url: address, linkId: id }),
  z.object({ kind: z.literal('hideHere'), url: address }),
  /** Where the tab at the edge is: a share of the height of the window. */
  z.object({ kind: z.literal('placeTab'), share: z.number().check(z.minimum(0), z.maximum(1)) }),
  z.object({ kind: z.literal('openSettings') }),
  z.object({ kind: z.literal('openLibrary') }),
  z.object({ kind: z.literal('openUpgrade') }),
])
export type ContentMessage = z.output<typeof contentMessage>

/** The part of a message's sender that is checked. */
export interface Sender {
  id?: string
  url?: string
  frameId?: number
  tab?: { id?: number }
}

/**
 * Returns a message of one of the extension's own pages; null for any other.
 * @param own the id of the extension, and the origin of its pages, ending with a slash
 */
export function readPageMessage(
  message: unknown,
  sender: Sender,
  own: { id: string; origin: string },
): PageMessage | null {
  if (sender.id !== own.id || !sender.url?.startsWith(own.origin)) return null
  const read = z.safeParse(pageMessage, message)
  return read.success ? read.data : null
}

/**
 * Returns a message of our script in the main frame of a web page, about an address of the origin in which it runs; null for
 * any other.
 */
export function readContentMessage(
  message: unknown,
  sender: Sender,
  own: { id: string },
): ContentMessage | null {
  if (sender.id !== own.id || sender.tab?.id === undefined || sender.frameId !== 0) return null
  const origin = URL.parse(sender.url ?? '')
  if (!origin || !/^https?:$/.test(origin.protocol)) return null
  const read = z.safeParse(contentMessage, message)
  if (!read.success) return null
  if ('url' in read.data && URL.parse(read.data.url)?.origin !== origin.origin) return null
  return read.data
}
