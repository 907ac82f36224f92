import {
  dropCopy,
  getCopy,
  keepPage,
  type PageCopies,
  restoreCopy,
  updateLinkCopies,
} from '@nestmark/contract/copies'
import { dropCapture, keepCapture } from '@nestmark/contract/pdf'
import { operationKey, useOperation, useOperationMutation } from '../../lib/api/operations.ts'
import { queryClient } from '../../lib/api/queryClient.ts'

/** The addresses of copies are valid for five minutes. */
const refetchMs = 4 * 60_000

/** Reads the copies of the page of a link. The server notifies the page when their state changes. */
export const useCopies = (link_id: string, enabled = true) =>
  useOperation(getCopy, { link_id }, { enabled, quiet: true, refetchMs })

/** Shows the state that a mutation answers with before the copies are read again. */
const show = (copies: PageCopies, { link_id }: { link_id: string }) =>
  queryClient.setQueryData(operationKey(getCopy, { link_id }), copies)

export const useKeepPage = () => useOperationMutation(keepPage, { onSuccess: show })
export const useDropCopy = () => useOperationMutation(dropCopy, { onSuccess: show })
export const useRestoreCopy = () => useOperationMutation(restoreCopy, { onSuccess: show })
export const useKeepCapture = () => useOperationMutation(keepCapture, { onSuccess: show })
export const useDropCapture = () => useOperationMutation(dropCapture, { onSuccess: show })
export const useUpdateLinkCopies = () => useOperationMutation(updateLinkCopies, { onSuccess: show })

/** Returns whether a copy waits or is being made. */
export const isKeeping = ({ state }: PageCopies): boolean => state === 'waiting' || state === 'keeping'
