import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { uiTexts } from '@nestmark/texts/ui'
import { type ReactNode, use } from 'react'
import { IconButton, type IconButtonProps } from '../../../ui/fields/Button.tsx'
import { IconDots } from '../../../ui/icons.ts'
import { Menu, type MenuTrigger } from '../../../ui/menus/Menu.tsx'
import { CollectionPanelContext } from './collectionPanel.ts'
import { formatCollectionName } from '../data.ts'

/** The menu of a collection, with the actions that `can` of the answer allows, and its button. Nothing when there are none. */
export function CollectionMenu({
  collection,
  startsOpen,
  offersFeed = false,
  hasKeys = false,
  button,
  children,
}: {
  collection: Collection
  startsOpen?: boolean
  /** True when the menu has the feeds of a public collection. */
  offersFeed?: boolean
  /** True when the keys of the entries work on the card of the menu. */
  hasKeys?: boolean
  button?: Partial<IconButtonProps>
  /** Replaces the button. */
  children?: (trigger: MenuTrigger) => ReactNode
}) {
  const renderPanel = use(CollectionPanelContext)
  const { can } = collection
  const canFavourite = can.favourite && !collection.is_root
  // Only members see the activity of a collection.
  const isMember = collection.role !== 'public'
  const hasAction = [can.edit, can.move, can.trash, canFavourite, can.add, can.share].includes(true)
  if (!offersFeed && !isMember && !hasAction) return null
  const label = texts.actionsOf(formatCollectionName(collection))
  return (
    <Menu
      label={label}
      initiallyOpen={startsOpen}
      renderPanel={menu => renderPanel({ ...menu, collection, offersFeed, hasKeys })}
    >
      {children ??
        (trigger => <IconButton {...trigger} icon={IconDots} label={label} tip={uiTexts.more} {...button} />)}
    </Menu>
  )
}
