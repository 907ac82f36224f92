import type { Link } from '@nestmark/contract/shapes'
import { createContext, type ReactNode } from 'react'
import type { MenuEntry } from '../../ui/menus/MenuChoice.tsx'

/** Replaces the entries of a link's menu on pages with other actions, such as the trash. */
export const LinkMenuContext = createContext<((link: Link) => MenuEntry[]) | null>(null)

// What follows is of features that depend on links: the app and its pages provide it.

/** Renders the player of a link's media file. */
export const LinkPlayerContext = createContext<((link: Link) => ReactNode) | null>(null)

/** Renders the copies of the page of a link. */
export const LinkCopiesContext = createContext<((link: Link, className?: string) => ReactNode) | null>(null)

/** Lists the highlights of the page of a link. */
export const LinkHighlightsContext = createContext<((link: Link) => ReactNode) | null>(null)

export interface LinkPeekProps {
  id: string
  /** The index in the list; -1 where it is unknown. */
  index: number
  total: number
  /** Shows the link at another index. */
  onStep: (index: number) => void
  /** Scrolls the link into view in the list. */
  revealShown: () => void
  onClose: () => void
}

/** Renders a link next to its list. */
export const LinkPeekContext = createContext<((props: LinkPeekProps) => ReactNode) | null>(null)
