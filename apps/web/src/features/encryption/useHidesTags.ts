import { getFolderKeys } from '@nestmark/contract/encryption/encryption'
import { useOperation } from '../../lib/api/operations.ts'
import { useMe } from '../session/data.ts'

/**
 * Returns whether an encrypted link has no tags in a collection (ENC-12).
 * @param parent the collection; null for the root
 * @param isEncrypted false for other links
 */
export function useHidesTags(parent: string | null, isEncrypted: boolean): boolean {
  const root = useMe()?.root_folder
  const folder_id = parent ?? root ?? ''
  const { data } = useOperation(
    getFolderKeys,
    { folder_id },
    { enabled: isEncrypted && folder_id !== '', quiet: true },
  )
  return isEncrypted && data?.hide_tags === 1
}
