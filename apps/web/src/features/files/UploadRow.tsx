import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { memo, useRef } from 'react'
import { Link } from '../../lib/router/links.tsx'
import { useNavigate } from '../../lib/router/location.ts'
import { toast } from '../../lib/toasts.ts'
import { toAccept } from '../../lib/uploads/files/prepareFile.ts'
import type { Upload } from '../../lib/uploads/upload.ts'
import { chooseAgain } from '../../lib/uploads/addFiles.ts'
import { cancelUploading, pauseUpload, resumeUpload } from '../../lib/uploads/uploads.ts'
import { Button, IconButton } from '../../ui/fields/Button.tsx'
import { toCategoryLook } from '../../ui/marks/categories.ts'
import { classes } from '../../ui/classes.ts'
import { FileInput } from '../../ui/fields/FileInput.tsx'
import { IconLock, IconPlayerPauseFilled, IconPlayerPlay, IconX } from '../../ui/icons.ts'
import css from './UploadTray.module.css'
import { UploadBar, UploadState } from './UploadState.tsx'

/**
 * One upload of the tray: picture, name, size, state, and what can be done with it.
 * @param place its place in the list, from 1
 */
export const UploadRow = memo(function UploadRow({
  upload,
  place,
  count,
}: {
  upload: Upload
  place: number
  count: number
}) {
  const { id, name, size, category, phase, picture, isEncrypted, isOverQuota } = upload
  const { icon: Glyph, className } = toCategoryLook(category)
  const isBad = phase === 'stopped' || phase === 'refused'
  return (
    <li
      className={`row rel ${css.row}`}
      data-upload={id}
      aria-posinset={place}
      aria-setsize={count}
      tabIndex={-1}
      onKeyDown={event => {
        if (event.target !== event.currentTarget) return
        if (event.key === ' ') {
          event.preventDefault()
          if (phase === 'paused' || phase === 'stopped') resumeUpload(id)
          else pauseUpload(id)
        } else if (event.key === 'Delete') cancelUploading(id)
      }}
    >
      <span className={classes('centre rigid', css.picture, className)}>
        {picture ? <img className="cover" src={picture} alt="" /> : <Glyph className="i" />}
      </span>
      <div className={`stack grow ${css.text}`}>
        <div className="flex g10 baseline">
          <FileName name={name} />
          {isEncrypted && <IconLock className="i s12 t3" role="img" aria-label={texts.encrypted} />}
          <span className="num t3 rigid f12">{texts.size(size)}</span>
        </div>
        <p className={classes('text12 t3 anywhere num', css.state, isBad && 'bad')}>
          <UploadState upload={upload} />
          {isOverQuota && phase === 'stopped' && (
            <>
              {' · '}
              <Link className={`nw rel ${css.storage}`} to="/settings?tab=storage">
                {texts.seeStorage}
              </Link>
            </>
          )}
        </p>
        <UploadBar upload={upload} />
      </div>
      <div className={`row g4 rigid toend ${css.actions}`}>
        <RowAction upload={upload} />
        <IconButton
          icon={IconX}
          small
          label={phase === 'done' || phase === 'refused' ? texts.remove(name) : texts.cancel(name)}
          onClick={() => cancelUploading(id)}
        />
      </div>
    </li>
  )
})

/** Shows a name whose end stays visible when it is cut. */
function FileName({ name }: { name: string }) {
  const cut = Math.max(0, name.length - 9)
  return (
    <span className={`grow flex w560 ${css.name}`} dir="auto" title={name}>
      {/* A screen reader would read two words. */}
      <span className="sr">{name}</span>
      {cut > 0 && (
        <span className={css.nameStart} aria-hidden="true">
          {name.slice(0, cut)}
        </span>
      )}
      <span className={`rigid ${css.nameEnd}`} aria-hidden="true">
        {name.slice(cut)}
      </span>
    </span>
  )
}

function RowAction({ upload }: { upload: Upload }) {
  const { id, name, category, phase, linkId } = upload
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  switch (phase) {
    case 'waiting':
    case 'sending':
    case 'offline':
      return (
        <IconButton
          icon={IconPlayerPauseFilled}
          small
          label={texts.pause(name)}
          onClick={() => pauseUpload(id)}
        />
      )
    case 'paused':
      return (
        <IconButton icon={IconPlayerPlay} small label={texts.resume(name)} onClick={() => resumeUpload(id)} />
      )
    case 'stopped':
      return (
        <Button size="sm" onClick={() => resumeUpload(id)}>
          {texts.tryAgain}
        </Button>
      )
    case 'missing':
      return (
        <>
          <Button size="sm" onClick={() => input.current?.click()}>
            {texts.chooseFile}
          </Button>
          <FileInput
            ref={input}
            label={texts.missing}
            accept={toAccept(category)}
            onFile={async file => {
              if (!(await chooseAgain(id, file)))
                toast({ tone: 'danger', title: texts.otherFile, line: name })
            }}
          />
        </>
      )
    case 'done':
      return (
        <Button size="sm" variant="ghost" onClick={() => void navigate(`/l/${linkId}`)}>
          {texts.show}
        </Button>
      )
    default:
      return null
  }
}
