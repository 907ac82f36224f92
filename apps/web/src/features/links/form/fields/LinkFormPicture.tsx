import { CaptureStored } from './CaptureStored.tsx'
import { Button } from '../../../../ui/fields/Button.tsx'
import { IconPhotoOff, IconRestore } from '../../../../ui/icons.ts'
import { linkFormTexts } from '@nestmark/texts/links/linkForm'
import type { LinkFormState } from '../state/useLinkForm.ts'

/** Replaces the picture of a saved link, where its file is a video; removes it, or restores it before the change is saved. */
export function LinkFormPicture({ form, savedThumbnail }: { form: LinkFormState; savedThumbnail: string }) {
  const { thumbnail, touched } = form.values
  const { url: captured, select } = form.capture
  const isRemoved = thumbnail === '' && captured === ''
  return (
    <>
      <CaptureStored capture={form.capture} />
      {(!isRemoved || savedThumbnail !== '') && (
        <div className="mt12">
          <Button
            size="sm"
            variant="ghost"
            icon={isRemoved ? IconRestore : IconPhotoOff}
            onClick={() => {
              select(null)
              form.set({
                thumbnail: isRemoved ? savedThumbnail : '',
                touched: { ...touched, thumbnail: true },
              })
            }}
          >
            {isRemoved ? linkFormTexts.keepPicture : linkFormTexts.removePicture}
          </Button>
        </div>
      )}
    </>
  )
}
