import { uploadTexts as texts } from '@nestmark/texts/links/uploads'
import { memo } from 'react'
import type { Upload } from '../../lib/uploads/upload.ts'
import { toCategoryLook } from '../../ui/marks/categories.ts'
import { classes } from '../../ui/classes.ts'
import css from './UploadCards.module.css'
import { UploadBar, UploadState } from './UploadState.tsx'

export interface UploadCellProps {
  upload: Upload
  isRow: boolean
}

/** Shows an upload as the card or row that its link will be. */
export default memo(function UploadCell({ upload, isRow }: UploadCellProps) {
  return (
    <article aria-label={texts.uploadOf(upload.title)} className={toCategoryLook(upload.category).className}>
      {isRow ? <UploadRow upload={upload} /> : <UploadCard upload={upload} />}
    </article>
  )
})

function UploadCard({ upload }: { upload: Upload }) {
  return (
    <>
      <div className={`centre rel ${css.picture}`}>
        <Picture upload={upload} />
        <span className={css.foot}>
          <span className={classes('el t1 w540 f12', css.pill, upload.phase === 'stopped' && 'bad')}>
            <UploadState upload={upload} isShort />
          </span>
          <UploadBar upload={upload} />
        </span>
      </div>
      <Facts upload={upload} />
    </>
  )
}

function UploadRow({ upload }: { upload: Upload }) {
  return (
    <div className={css.row}>
      <div className={`centre ${css.thumb}`}>
        <Picture upload={upload} />
      </div>
      <div className={`min0 ${css.facts}`}>
        <Facts upload={upload} />
      </div>
      <div className={classes('g4 t2 f12', css.state, upload.phase === 'stopped' && 'bad')}>
        <span className="el">
          <UploadState upload={upload} isShort />
        </span>
        <UploadBar upload={upload} />
      </div>
    </div>
  )
}

function Picture({ upload: { picture, category } }: { upload: Upload }) {
  const { icon: Glyph } = toCategoryLook(category)
  return picture ? <img className="cover" src={picture} alt="" /> : <Glyph className={`i s24 ${css.icon}`} />
}

function Facts({ upload: { title, category, size } }: { upload: Upload }) {
  const { icon: Glyph } = toCategoryLook(category)
  return (
    <>
      <p className={`el t2 w560 f14 ${css.title}`} dir="auto">
        {title}
      </p>
      <p className={`row text12 t3 ${css.meta}`}>
        <Glyph className={`i s13 ${css.glyph}`} /> {texts.size(size)}
      </p>
    </>
  )
}
