import { useState } from 'react'
import { Refusal } from '../../../../lib/api/client.ts'
import type { FormUpload, UploadedFile } from '../../../../lib/uploads/files/formUpload.ts'
import { useTree } from '../../../collections/data.ts'

/** Waits for the upload of a form before its link is saved. */
export function useFileUpload() {
  const [isRunning, setRunning] = useState(false)
  const { index } = useTree()
  const isOwn = (parent: string | null) => parent === null || index?.entries.has(parent) === true
  const run = async (
    upload: FormUpload,
    parent: string | null,
    encrypts: () => Promise<boolean>,
    onUploaded: (file: UploadedFile) => void,
  ): Promise<void> => {
    setRunning(true)
    try {
      onUploaded(await upload.finish({ parent, encrypts }, isOwn))
    } catch (error) {
      // The form shows why the upload stopped.
      if (!(error instanceof Refusal)) throw error
    } finally {
      setRunning(false)
    }
  }
  return { isRunning, run }
}
