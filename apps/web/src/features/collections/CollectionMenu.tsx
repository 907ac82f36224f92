import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections'
import { outboxTexts } from '@nestmark/texts/outbox'
import type { ReactNode } from 'react'
import { connection } from '../../lib/connection.ts'
import { usePhone } from '../../lib/media.ts'
import { useStore } from '../../lib/store.ts'
import { MenuTitle } from '../../ui/MenuTitle.tsx'
import { Menu, type MenuTrigger } from '../../ui/Menu.tsx'
import { useCollectionEntries } from './collectionEntries.ts'
import { formatContent, readContent } from './collectionContent.ts'
import { formatCollectionName } from './data.ts'
import { useIndexOf } from './useIndexOf.ts'

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
  const listEntries = useCollectionEntries()
  const phone = usePhone()
  const { can } = collection
  const name = formatCollectionName(collection)
  // Some mutations are queued while the server is unreachable; the others are disabled, and the menu explains why.
  const disabled = useStore(connection) !== 'up'
  const canFavourite = can.favourite && !collection.is_root
  // Only members see the activity of a collection.
  const isMember = collection.role !== 'public'
  const hasAction = [can.edit, can.move, can.trash, canFavourite, can.add, can.share].includes(true)
  if (!offersFeed && !isMember && !hasAction) return null
  return (
    <Menu
      label={texts.actionsOf(name)}
      initiallyOpen={startsOpen}
      head={(phone || disabled) && <MenuHead collection={collection} hasTitle={phone} />}
      items={() => listEntries(collection, { offersFeed, hasKeys })}
    >
      {children}
    </Menu>
  )
}

/** Shows the name of the collection, where the menu covers it, and why entries are disabled. */
function MenuHead({ collection, hasTitle }: { collection: Collection; hasTitle: boolean }) {
  const connectionState = useStore(connection)
  const content = readContent(collection, useIndexOf()(collection)?.entries.get(collection._id))
  return (
    <>
      {hasTitle && (
        <MenuTitle
          title={formatCollectionName(collection)}
          line={content ? formatContent(content) : texts.links(collection.links_count)}
        />
      )}
      {connectionState !== 'up' && <div className="t3">{outboxTexts.greyed(connectionState)}</div>}
    </>
  )
}
