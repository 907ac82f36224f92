import {
  dropCopy,
  getCopy,
  archivePage,
  type PageCopies,
  restoreCopy,
  updateLinkCopies,
} from '@nestmark/contract/reading/copies'
import { dropCapture, keepCapture } from '@nestmark/contract/transfer/pdf'
import { operationKey, useOperationMutation } from '../../lib/api/operations.ts'
import { queryClient } from '../../lib/api/queryClient.ts'

/** Shows the state that a mutation answers with before the copies are read again. */
const show = (copies: PageCopies, { link_id }: { link_id: string }) =>
  queryClient.setQueryData(operationKey(getCopy, { link_id }), copies)

export const useArchivePage = () => useOperationMutation(archivePage, { onSuccess: show })
export const useDropCopy = () => useOperationMutation(dropCopy, { onSuccess: show })
export const useRestoreCopy = () => useOperationMutation(restoreCopy, { onSuccess: show })
export const useKeepCapture = () => useOperationMutation(keepCapture, { onSuccess: show })
export const useDropCapture = () => useOperationMutation(dropCapture, { onSuccess: show })
export const useUpdateLinkCopies = () => useOperationMutation(updateLinkCopies, { onSuccess: show })

/** Returns whether a copy waits or is being made. */
export const isKeeping = ({ state }: PageCopies): boolean => state === 'waiting' || state === 'keeping'
