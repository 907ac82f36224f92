import type { Link } from '@nestmark/contract/shapes'
import { createContext, type ReactNode } from 'react'

/** Renders the player of a link's media file. The page provides it, because its feature depends on links. */
export const LinkPlayerContext = createContext<((link: Link) => ReactNode) | null>(null)
