import { linkFormTexts as texts } from '@nestmark/texts/linkForm'
import { Button } from '../../../ui/Button.tsx'
import { IconPhotoOff, IconRestore } from '../../../ui/icons.ts'
import css from './LinkForm.module.css'
import type { LinkFormState } from './useLinkForm.ts'

/** Removes the picture of a saved link, or restores it before the change is saved. */
export function LinkFormPicture({ form, savedThumbnail }: { form: LinkFormState; savedThumbnail: string }) {
  const { thumbnail } = form.values
  if (thumbnail === '' && savedThumbnail === '') return null
  return (
    <div className={css.picture}>
      {thumbnail === '' ? (
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
          onClick={() => form.set({ thumbnail: '', touched: { ...form.values.touched, thumbnail: true } })}
        >
          {texts.removePicture}
        </Button>
      )}
    </div>
  )
}
