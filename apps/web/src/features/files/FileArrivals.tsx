import { useEffect } from 'react'
import { useEventListener } from '../../lib/focus/useEventListener.ts'
import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { isTyping } from '../../lib/focus/hotkeys.ts'
import { overlays } from '../../lib/overlays/overlay.ts'
import { stopUploads } from '../../lib/uploads/files/sources.ts'
import { readStoredUploads } from '../../lib/uploads/storedUploads.ts'
import { formatDate } from '../../lib/dates.ts'
import { parseForeignAddress } from '../links/clipboard/clipboard.ts'
import { useMe } from '../session/data.ts'
import { DropArea } from './DropArea.tsx'
import { uploadFiles } from './loadUploads.ts'
import { useUploadTarget } from './useUploadTarget.ts'

/** Accepts dropped and pasted files, and continues the uploads that a reload interrupted. */
export default function FileArrivals() {
  const user = useMe()?.user_id
  useEffect(() => {
    if (user === undefined) return
    void restore(user).catch(() => undefined)
    return stopUploads
  }, [user])
  usePasteFiles()
  return <DropArea />
}

/** Continues the uploads that a reload interrupted. Most visits have none, and then their code is not loaded. */
async function restore(user: string): Promise<void> {
  if ((await readStoredUploads(user)).length === 0) return
  const { restoreUploads } = await import('../../lib/uploads/uploads.ts')
  await restoreUploads(user)
}

/** Uploads files that are pasted outside of a field and of a dialog. */
function usePasteFiles(): void {
  const target = useUploadTarget()
  useEventListener('paste', event => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0 || event.defaultPrevented || isTyping(event.target)) return
    if (!target?.canAdd || overlays.get().length > 0) return
    // A copied picture of a page can have its address, which is saved as a link.
    if (parseForeignAddress(event.clipboardData?.getData('text/plain') ?? '') !== null) return
    event.preventDefault()
    uploadFiles(files.map(toNamed), target)
  })
}

/** Returns a pasted file. Browsers name a copied picture 'image.png', which is not descriptive. */
function toNamed(file: File): File {
  if (!/^image\.(png|jpe?g|webp|gif)$/.test(file.name)) return file
  const extension = file.name.slice(file.name.lastIndexOf('.'))
  return new File([file], `${texts.pasted(formatDate(Date.now()))}${extension}`, { type: file.type })
}
