import { uploadTexts } from '@nestmark/texts/links/uploads'
import { Button } from '../../ui/fields/Button.tsx'
import { IconUpload } from '../../ui/icons.ts'
import { preloadUploads } from './loadUploads.ts'
import { useUploadFiles } from './useUploadFiles.ts'

/** Chooses several files at once. Each becomes a link of the collection of the page. */
export function UploadFilesButton({ onUpload }: { onUpload: () => void }) {
  const upload = useUploadFiles()
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={IconUpload}
      onPointerEnter={preloadUploads}
      onFocus={preloadUploads}
      onClick={() => {
        upload()
        onUpload()
      }}
    >
      {uploadTexts.uploadFiles}
    </Button>
  )
}
