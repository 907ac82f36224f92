import type { Collection } from '@nestmark/contract/shapes'
import { type ComponentType, createContext } from 'react'
import type { MenuEntry } from '../../ui/menus/Menu.tsx'

/**
 * Lists the menu entries that encrypt or decrypt a collection. The app provides it, because encryption depends on
 * collections.
 */
export const EncryptionEntriesContext = createContext<
  (collection: Collection, disabled: boolean) => MenuEntry[]
>(() => [])

/** The choice where the tags of encrypted links are, in the form of a collection. */
export interface HiddenTags {
  /** @param changed undefined while the option is as it is stored */
  Option: ComponentType<{
    id: string
    changed: boolean | undefined
    onChange: (hidesTags: boolean | undefined) => void
  }>
  /** Moves the tags after the collection was saved with the option. */
  moveTagsInside: (folder: Pick<Collection, '_id' | 'name'>) => Promise<void>
}
