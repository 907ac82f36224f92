import type { Link } from '@nestmark/contract/shapes'
import { createContext, type ReactNode } from 'react'
import type { Taken } from '../../lib/drag.ts'

/** What a card and a row of the list are given alike. */
export interface LinkItemProps {
  /** With the part that a search found, where the title does not show it. */
  link: Link & { excerpt?: { parts: string[] } | undefined }
  /** Its place in the list, from 0. */
  place: number
  /** Handed to the router, so that the link's page opens over the list. */
  state: unknown
  /** The list mixes collections, so each row names its own. */
  placed: boolean
  /** The person's root: what lies there lies in no collection of its own. */
  root?: string | undefined
  selecting: boolean
  selected: boolean
  onToggle: (place: number, range: boolean) => void
  /** What a drag that begins here takes along. */
  take: (link: Link) => Taken | null
}

/** What a list shows that only looks like links: how one of them is opened, and what stands where tags would. */
export interface StandIn {
  open: (link: Link) => void
  mark: (link: Link) => ReactNode
}
export const StandInContext = createContext<StandIn | null>(null)
