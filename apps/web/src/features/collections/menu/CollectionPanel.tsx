import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { outboxTexts } from '@nestmark/texts/outbox'
import { connection, useIsOffline } from '../../../lib/connection.ts'
import { usePhone } from '../../../lib/media/media.ts'
import { useStore } from '../../../lib/store.ts'
import MenuPanel from '../../../ui/menus/MenuPanel.tsx'
import { MenuTitle } from '../../../ui/menus/MenuTitle.tsx'
import { useCollectionEntries } from './collectionEntries.ts'
import { formatContent, readContent } from '../cards/collectionContent.ts'
import type { CollectionPanelProps } from './collectionPanel.ts'
import { formatCollectionName } from '../data.ts'
import { useIndexOf } from '../useSharedTree.ts'

/** The content of the menu of a collection. */
export function CollectionPanel({ collection, offersFeed, hasKeys, ...menu }: CollectionPanelProps) {
  const listEntries = useCollectionEntries()
  const phone = usePhone()
  // Some mutations are queued while the server is unreachable; the others are disabled, and the menu explains why.
  const disabled = useIsOffline()
  return (
    <MenuPanel
      {...menu}
      head={(phone || disabled) && <MenuHead collection={collection} hasTitle={phone} />}
      items={() => listEntries(collection, { offersFeed, hasKeys })}
    />
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
