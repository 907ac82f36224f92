import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { Button } from '../../../../ui/fields/Button.tsx'
import { IconPhotoOff, IconRestore } from '../../../../ui/icons.ts'
import { CaptureStored } from './CaptureStored.tsx'
import type { LinkFormState } from '../state/useLinkForm.ts'

interface Props {
  form: LinkFormState
  savedThumbnail: string
}

/** Replaces the picture of a saved link, where its file is a video, and removes it. */
export function LinkFormPicture(props: Props) {
  return (
    <>
      <CaptureStored capture={props.form.capture} />
      <RemovePicture {...props} />
    </>
  )
}

/** Removes the picture of a saved link, or restores it before the change is saved. */
function RemovePicture({ form, savedThumbnail }: Props) {
  const { thumbnail } = form.values
  const { url: captured, select } = form.capture
  if (thumbnail === '' && savedThumbnail === '' && captured === '') return null
  return (
    <div className="mt12">
      {thumbnail === '' && captured === '' ? (
        <Button
          size="sm"
          variant="ghost"
          icon={IconRestore}
          onClick={() =>
            form.set({ thumbnail: savedThumbnail, touched: { ...form.values.touched, thumbnail: true } })
          }
        >
          {texts.keepPicture}
        </Button>
      ) : (
        <Button
          size="sm"
          variant="ghost"
          icon={IconPhotoOff}
          onClick={() => {
            select(null)
            form.set({ thumbnail: '', touched: { ...form.values.touched, thumbnail: true } })
          }}
        >
          {texts.removePicture}
        </Button>
      )}
    </div>
  )
}
