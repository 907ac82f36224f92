import type { excerpt } from '@nestmark/contract/search/search'
import type { Link } from '@nestmark/contract/shapes'
import { type ComponentType, createContext } from 'react'
import type * as z from 'zod/mini'
import type { DragContent } from '../../../../lib/lists/drag.ts'

/** The properties of a link in a list, as a card or a row. */
export interface LinkItemProps {
  /** With an excerpt of the match, where the title does not show it. */
  link: Link & { excerpt?: z.infer<typeof excerpt> | undefined }
  /** The index in the list, from 0. */
  index: number
  /** Shows the collection of each link, because the list mixes collections. */
  showsCollection: boolean
  /** The list shows only audio: waveform and length replace the tags. */
  showsSound?: boolean
  /** The ID of the user's root, which is shown as the dashboard. */
  rootId?: string | undefined
  selecting: boolean
  selected: boolean
  onToggle: (index: number, range: boolean) => void
  /** It is shown next to the list. */
  peeked: boolean
  /** Shows the link next to the list; undefined in lists without it. */
  onPeek: ((link: Link, index: number) => void) | undefined
  /** Returns the data of a drag that starts at this link, or null where nothing may move. */
  getDragContent: (link: Link) => DragContent | null
}

/** Overrides for lists whose items only look like links: how an item opens, and what it shows. */
export interface LinkItemOverride {
  open: (link: Link) => void
  /** Shows an item as a card or as a row. The mosaic shows cards in equal rows, too. */
  Item: ComponentType<LinkItemProps & { isRow: boolean }>
  /** Its sizes, in pixels. */
  sizes: ItemSizes
}
export const LinkItemOverrideContext = createContext<LinkItemOverride | null>(null)

/** The sizes of the items of a list, in pixels. */
export interface ItemSizes {
  /** The least width of a card. */
  cardWidth: number
  /** The height below the picture of a card. */
  textHeight: number
  rowHeight: number
}
