import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { fileTexts } from '@nestmark/texts/links/files'
import { useId, useRef } from 'react'
import { openOverlay } from '../../../../lib/overlays/overlay.ts'
import { toast } from '../../../../lib/toasts.ts'
import { toAccept } from '../../../../lib/uploads/files/prepareFile.ts'
import { Button, IconButton } from '../../../../ui/fields/Button.tsx'
import { CategoryBadge } from '../../../../ui/marks/CategoryBadge.tsx'
import { FieldError } from '../../../../ui/fields/FieldError.tsx'
import { FileInput } from '../../../../ui/fields/FileInput.tsx'
import { IconCamera, IconPhoto, IconUpload, IconX } from '../../../../ui/icons.ts'
import { Progress } from '../../../../ui/progress/Progress.tsx'
import css from './LinkFormFile.module.css'
import type { FormFileState } from '../state/useFormFile.ts'

/** Offers to upload a file in place of an address. */
export function UploadButton({ category, upload }: { category: number; upload: FormFileState }) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <div>
      <div className={`row g10 ${css.offer}`}>
        <Button
          size="sm"
          icon={IconUpload}
          aria-describedby={upload.problem ? id : undefined}
          onClick={() => input.current?.click()}
        >
          {texts.button[category]}
        </Button>
      </div>
      <FileInput
        ref={input}
        label={texts.button[category] ?? texts.chooseFile}
        accept={toAccept(category)}
        onFile={file => void upload.choose(file)}
      />
      {upload.problem && <FieldError id={id}>{upload.problem}</FieldError>}
    </div>
  )
}

/** Shows the chosen file with the progress of its upload, and its actions. */
export function ChosenFile({ upload }: { upload: FormFileState }) {
  const input = useRef<HTMLInputElement>(null)
  const { file } = upload
  if (!file) return null
  const { name, size, category, picture, bytes } = file
  return (
    <div className={`stack g10 top ${css.file}`}>
      <div className="row g12">
        {picture ? (
          <img className={css.picture} src={picture} alt="" />
        ) : (
          <CategoryBadge category={category} />
        )}
        <div className="grow">
          <p className="el w560" dir="auto" title={name}>
            {name}
          </p>
          <p className={`num ${css.size}`}>{texts.size(size)}</p>
        </div>
        <IconButton icon={IconX} label={texts.removeFile} onClick={upload.remove} />
      </div>
      <FileProgress upload={upload} />
      {category === 2 && (
        <Button
          size="sm"
          icon={IconCamera}
          onClick={() =>
            openOverlay('captureThumbnail', {
              video: bytes,
              name,
              onSelect: thumbnail => upload.current()?.setThumbnail(thumbnail),
            })
          }
        >
          {fileTexts.captureTitle}
        </Button>
      )}
      {category === 5 && (
        <>
          <Button size="sm" icon={IconPhoto} onClick={() => input.current?.click()}>
            {texts.ownThumbnail}
          </Button>
          <FileInput
            ref={input}
            label={texts.ownThumbnail}
            accept={toAccept(1)}
            onFile={async chosen => {
              if (!(await upload.chooseThumbnail(chosen)))
                toast({ tone: 'danger', title: texts.thumbnailRefused })
            }}
          />
        </>
      )}
    </div>
  )
}

function FileProgress({ upload }: { upload: FormFileState }) {
  if (!upload.file) return null
  const { phase, sent, size, reason = '', isSendingThumbnail, name } = upload.file
  if (phase === 'stopped')
    return (
      <div className="row g10 bad f12">
        <span className="grow">{texts.stopped(reason)}</span>
        <Button size="sm" onClick={() => upload.current()?.retry()}>
          {texts.tryAgain}
        </Button>
      </div>
    )
  if (phase === 'ready' && !isSendingThumbnail) return <p className={css.state}>{texts.uploaded}</p>
  const fraction = phase === 'ready' ? 1 : sent / size
  return (
    <div>
      <Progress
        height={4}
        className={css.bar}
        label={name}
        fraction={fraction}
        isResting={phase === 'offline'}
      />
      <p className={css.state}>
        {phase === 'offline' ? texts.offline : texts.overlay(isSendingThumbnail ? 'thumbnail' : 'file')}
      </p>
    </div>
  )
}
