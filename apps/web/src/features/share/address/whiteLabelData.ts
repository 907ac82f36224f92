import { Refusal } from '@nestmark/contract/client'
import {
  deleteWhiteLabel,
  getWhiteLabel,
  setWhiteLabel,
  uploadLogo,
  type WhiteLabel,
} from '@nestmark/contract/sharing/whiteLabels'
import { whiteLabelTexts as texts } from '@nestmark/texts/sharing/whiteLabels'
import { useState } from 'react'
import { uploadFile } from '../../../lib/api/files.ts'
import { operationKey, useOperation, useOperationMutation } from '../../../lib/api/operations.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { toast } from '../../../lib/toasts.ts'

export type { WhiteLabel }

/** Reads the look of the company page of a collection. */
export const useWhiteLabel = (folder_id: string) =>
  useOperation(getWhiteLabel, { folder_id }, { quiet: true })
export const useSetWhiteLabel = () =>
  useOperationMutation(setWhiteLabel, { quiet: true, onSuccess: () => toast({ title: texts.saved }) })
export const useDeleteWhiteLabel = () =>
  useOperationMutation(deleteWhiteLabel, { onSuccess: () => toast({ title: texts.removed }) })

/** Returns a function that sends a logo, and how that goes. */
export function useUploadLogo(folder_id: string) {
  const [state, setState] = useState<{ busy: boolean; failure?: string }>({ busy: false })
  const upload = async (file: File) => {
    const form = new FormData()
    form.set('folder_id', folder_id)
    form.set('file', file)
    setState({ busy: true })
    try {
      queryClient.setQueryData(operationKey(getWhiteLabel, { folder_id }), await uploadFile(uploadLogo, form))
      setState({ busy: false })
    } catch (error) {
      setState({ busy: false, failure: error instanceof Refusal ? error.message : texts.failed })
    }
  }
  return { ...state, upload }
}
