import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { type ReactNode, use } from 'react'
import { Menu, type MenuTrigger } from '../../../ui/menus/Menu.tsx'
import { CollectionPanelContext } from './collectionPanel.ts'
import { formatCollectionName } from '../data.ts'

/** The menu of a collection, with the actions that `can` of the answer allows. Renders nothing when there are none. */
export function CollectionMenu({
  collection,
  startsOpen,
  offersFeed = false,
  hasKeys = false,
  children,
}: {
  collection: Collection
  startsOpen?: boolean
  /** True when the menu has the feeds of a public collection. */
  offersFeed?: boolean
  /** True when the keys of the entries work on the card of the menu. */
  hasKeys?: boolean
  children: (trigger: MenuTrigger) => ReactNode
}) {
  const renderPanel = use(CollectionPanelContext)
  const { can } = collection
  const canFavourite = can.favourite && !collection.is_root
  // Only members see the activity of a collection.
  const isMember = collection.role !== 'public'
  const hasAction = [can.edit, can.move, can.trash, canFavourite, can.add, can.share].includes(true)
  if (!offersFeed && !isMember && !hasAction) return null
  return (
    <Menu
      label={texts.actionsOf(formatCollectionName(collection))}
      initiallyOpen={startsOpen}
      renderPanel={menu => renderPanel({ ...menu, collection, offersFeed, hasKeys })}
    >
      {children}
    </Menu>
  )
}
