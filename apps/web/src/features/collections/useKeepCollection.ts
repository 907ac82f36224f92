import { keepCollection } from '@nestmark/contract/reading/copies'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { toastAction } from '../../lib/undo/actions.ts'
import { areCopiesAvailable } from '../../lib/browser/copyModes.ts'

/**
 * Returns a function that stores copies of all pages of a collection in the background; undefined where the server
 * stores none. The progress is shown with those of other actions.
 */
export function useKeepCollection(): ((folder_id: string) => void) | undefined {
  const keep = useOperationMutation(keepCollection, {
    onSuccess: answer => toastAction('keepCollection', answer, 0, { isShort: true }),
  })
  return areCopiesAvailable() ? folder_id => keep.mutate({ folder_id }) : undefined
}
