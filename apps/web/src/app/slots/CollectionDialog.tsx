import { CollectionForm } from '../../features/collections/CollectionForm.tsx'
import type { HiddenTags } from '../../features/collections/encryptionSlots.ts'
import type { AddedCollection, EditedCollection } from '../../features/collections/useCollectionForm.ts'
import { CollectionTags } from '../../features/encryption/CollectionTags.tsx'
import { moveTagsInside } from '../../features/encryption/tasks/hideTags.ts'

const hiddenTags: HiddenTags = { Option: CollectionTags, moveTagsInside }

type Closable = { onClose: () => void }

/** Creates a collection. */
export function AddCollection(props: AddedCollection & Closable) {
  return <CollectionForm {...props} hiddenTags={hiddenTags} />
}

/** Edits a collection, with the choice where the tags of its encrypted links are. */
export function EditCollection(props: EditedCollection & Closable) {
  return <CollectionForm {...props} hiddenTags={hiddenTags} />
}
