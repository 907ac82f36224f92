import type { Link } from '@nestmark/contract/shapes'
import { createContext, type ReactNode } from 'react'

/** Lists the highlights of the page of a link. The pages provide it, because its feature depends on links. */
export const LinkHighlightsContext = createContext<((link: Link) => ReactNode) | null>(null)
