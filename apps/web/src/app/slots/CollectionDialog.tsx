import { CollectionForm } from '../../features/collections/CollectionForm.tsx'
import type { HiddenTags } from '../../features/collections/encryptionSlots.ts'
import type { CollectionFormProps } from '../../features/collections/useCollectionForm.ts'
import { CollectionTags } from '../../features/encryption/CollectionTags.tsx'
import { moveTagsInside } from '../../features/encryption/hideTags.ts'

const hiddenTags: HiddenTags = { Option: CollectionTags, moveTagsInside }

/** Creates a collection, or edits one with the choice where the tags of its encrypted links are. */
export default function CollectionDialog(props: CollectionFormProps) {
  return <CollectionForm {...props} hiddenTags={hiddenTags} />
}
