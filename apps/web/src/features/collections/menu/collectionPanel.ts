import type { Collection } from '@nestmark/contract/shapes'
import { createContext, type ReactNode } from 'react'
import type { OpenMenu } from '../../../ui/menus/MenuPanel.tsx'

export interface CollectionPanelProps extends OpenMenu {
  collection: Collection
  /** True when the menu has the feeds of a public collection. */
  offersFeed: boolean
  /** True when the keys of the entries work on the card of the menu. */
  hasKeys: boolean
}

/** Renders the content of the menu of a collection. The app provides it, because it contains entries of encryption. */
export const CollectionPanelContext = createContext<(props: CollectionPanelProps) => ReactNode>(() => null)
