import { CollectionPanel } from '../../features/collections/menu/CollectionPanel.tsx'
import type { CollectionPanelProps } from '../../features/collections/menu/collectionPanel.ts'
import { EncryptionEntriesContext } from '../../features/collections/encryptionSlots.ts'
import { listEncryptionEntries } from '../../features/encryption/listEncryptionEntries.ts'

/** The content of the menu of a collection, with the entries of encryption. */
export default function CollectionMenuPanel(props: CollectionPanelProps) {
  return (
    <EncryptionEntriesContext value={listEncryptionEntries}>
      <CollectionPanel {...props} />
    </EncryptionEntriesContext>
  )
}
