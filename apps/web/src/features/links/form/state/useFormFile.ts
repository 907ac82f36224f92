import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { useEffect, useRef, useState } from 'react'
import { findOpenKey } from '../../../../lib/api/collectionKeys.ts'
import { isEncryptedPlace } from '../../../../lib/encryption/entering.ts'
import { type FormFile, FormUpload, type UploadedFile } from '../../../../lib/uploads/files/formUpload.ts'
import { prepareFile, RefusedFile, toMediaType } from '../../../../lib/uploads/files/prepareFile.ts'
import { useMe } from '../../../session/data.ts'
import { Refusal } from '../../../../lib/api/client.ts'
import { useTree } from '../../../collections/data.ts'

/**
 * Manages the file of a new link. Its upload begins when it is chosen, and is cancelled with the form unless the
 * link was saved.
 * @param category only files of this category are accepted
 * @param onChosen receives the name of an accepted file
 */
export function useFormFile(category: number, parent: string | null, onChosen: (name: string) => void) {
  const root = useMe()?.root_folder ?? ''
  const [file, setFile] = useState<FormFile>()
  const [problem, setProblem] = useState<string>()
  const upload = useRef<FormUpload | null>(null)
  useEffect(() => () => upload.current?.cancel(), [])

  const remove = () => {
    upload.current?.cancel()
    upload.current = null
    setFile(undefined)
    setProblem(undefined)
  }
  const choose = async (chosen: File) => {
    remove()
    try {
      const prepared = await prepareFile(chosen)
      if (prepared.category !== category) throw new RefusedFile(texts.wrongCategory(category))
      upload.current = new FormUpload(
        prepared,
        // The key of a locked collection is not needed yet: each file has its own key.
        {
          parent,
          encrypts: async () => isEncryptedPlace(parent) || (await findOpenKey(parent ?? root)) !== null,
        },
        setFile,
      )
      onChosen(prepared.name)
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error
      setProblem(error.message)
    }
  }
  /** Uses an image as the thumbnail. @returns false where the file is no image */
  const chooseThumbnail = async (chosen: File): Promise<boolean> => {
    if (!toMediaType(chosen)?.startsWith('image/')) return false
    try {
      upload.current?.setThumbnail((await prepareFile(chosen)).bytes)
      return true
    } catch {
      return false
    }
  }
  // A file of another category is shown again when that category is selected again.
  const isShown = file?.category === category
  return {
    file: isShown ? file : undefined,
    problem,
    choose,
    chooseThumbnail,
    remove,
    /** The upload; null without a file. */
    current: () => (isShown ? upload.current : null),
  }
}

export type FormFileState = ReturnType<typeof useFormFile>

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
