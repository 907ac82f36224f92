import { uploadTexts as texts } from '@nestmark/texts/uploads'
import { useStore } from '../../lib/store.ts'
import { usePhone } from '../../lib/media.ts'
import { uploads } from '../../lib/uploads/list.ts'
import type { Upload } from '../../lib/uploads/upload.ts'
import { toCategoryLook } from '../../ui/categories.ts'
import { classes } from '../../ui/classes.ts'
import { useGridLayout } from '../links/list/gridLayout.ts'
import css from './UploadCards.module.css'
import { UploadBar, UploadState } from './UploadState.tsx'

/**
 * Returns the uploads that will be links of a collection.
 * @param parent null for the top level; undefined for all collections
 */
export function useUploadsOf(parent: string | null | undefined): readonly Upload[] {
  return useStore(uploads).filter(
    upload =>
      (parent === undefined || upload.parent === parent) &&
      upload.phase !== 'done' &&
      upload.phase !== 'refused',
  )
}

/** Shows the uploads of a collection as cards above its links, the newest first. */
export function UploadCards({ list }: { list: readonly Upload[] }) {
  const phone = usePhone()
  const { box, columns, gap } = useGridLayout(true, phone)
  return (
    <div ref={box} className={css.cards}>
      <ul
        className={css.grid}
        aria-label={texts.label}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gap }}
      >
        {list.toReversed().map(upload => (
          <UploadCard key={upload.id} upload={upload} />
        ))}
      </ul>
    </div>
  )
}

function UploadCard({ upload }: { upload: Upload }) {
  const { title, category, picture, size, phase } = upload
  const { icon: Glyph, className } = toCategoryLook(category)
  return (
    <li className={className}>
      <div className={css.picture}>
        {picture ? <img src={picture} alt="" /> : <Glyph className={`i s24 ${css.icon}`} />}
        <span className={css.foot}>
          <span className={classes(css.pill, phase === 'stopped' && css.bad)}>
            <UploadState upload={upload} isShort />
          </span>
          <UploadBar upload={upload} />
        </span>
      </div>
      <p className={css.title} dir="auto">
        {title}
      </p>
      <p className={css.meta}>
        <Glyph className={`i s13 ${css.glyph}`} /> {texts.size(size)}
      </p>
    </li>
  )
}
