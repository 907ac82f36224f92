import type { Link as LinkShape } from '@nestmark/contract/shapes'
import { formatFileSize } from '@nestmark/core/plans/storageSize'
import { playerTexts as texts } from '@nestmark/texts/links/players'
import { Link } from '../../../lib/router/links.tsx'
import { IconFileTypePdf } from '../../../ui/icons.ts'
import css from './DocumentPoster.module.css'

/** Shows the first page of a PDF file, or its icon. A click opens the document. */
export function DocumentPoster({ link }: { link: LinkShape }) {
  const pages = link.media?.pages
  return (
    <Link className={`row ${css.poster}`} to={`/l/${link._id}/pdf`} state={{ isInside: true }}>
      <span className={`centre rigid ${css.page}`} aria-hidden="true">
        {link.thumbnail ? (
          <img className="cover" src={link.thumbnail} alt="" draggable={false} />
        ) : (
          <IconFileTypePdf className="i" />
        )}
      </span>
      <span className="stack g6 min0 top">
        <span className={`clamp anywhere w540 ${css.name}`} dir="auto">
          {link.media?.name}
        </span>
        <span className="t3">
          {['PDF', pages ? texts.pageCount(pages) : '', formatFileSize(link.size)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className={`inline w560 mt8 ${css.read}`}>{texts.read}</span>
      </span>
    </Link>
  )
}
