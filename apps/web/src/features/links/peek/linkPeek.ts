import { createContext, type ReactNode } from 'react'

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

/** Renders a link next to its list. The app provides it, because it contains parts of features that depend on links. */
export const LinkPeekContext = createContext<((props: LinkPeekProps) => ReactNode) | null>(null)
