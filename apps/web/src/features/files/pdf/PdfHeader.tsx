import type { Link as LinkShape } from '@nestmark/contract/shapes'
import { formatFileSize } from '@nestmark/core/plans/storageSize'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { linksTexts } from '@nestmark/texts/links/links'
import { playerTexts as texts } from '@nestmark/texts/links/players'
import type { ReactNode, RefObject } from 'react'
import { Link } from '../../../lib/router/links.tsx'
import { usePhone } from '../../../lib/media/media.ts'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import {
  IconArrowAutofitWidth,
  IconArrowLeft,
  IconChevronDown,
  IconChevronUp,
  IconCircleHalf2,
  IconDownload,
  IconLayoutSidebar,
  IconMinus,
  IconPlus,
  IconSearch,
  IconStar,
  IconStarFilled,
  IconX,
} from '../../../ui/icons.ts'
import { useFavouriteLink } from '../../links/data.ts'
import { downloadFile } from '../../links/downloadFile.ts'
import { formatTitle } from '../../links/linkDisplay.ts'
import { useMe } from '../../session/data.ts'
import { PdfPageField } from './PdfPageField.tsx'
import css from './PdfView.module.css'
import type { PdfViewer } from './usePdfViewer.ts'

/** The way back, the title, and the tools of a document. */
export function PdfHeader({
  link,
  count,
  viewer,
  pageField,
  onLeaveField,
  togglePages,
  dims,
  onDim,
  isFinding,
  onFind,
  tool,
  onClose,
}: {
  link: LinkShape
  /** The number of pages; undefined until the document is open. */
  count: number | undefined
  viewer: PdfViewer
  pageField: RefObject<HTMLInputElement | null>
  onLeaveField: () => void
  togglePages: () => void
  dims: boolean
  onDim: () => void
  isFinding: boolean
  onFind: () => void
  /** The button of the highlights. */
  tool: ReactNode
  onClose: () => void
}) {
  const phone = usePhone()
  const setFavourite = useFavouriteLink()
  const download = () => void downloadFile(link)
  const favouriteLabel = link.favourite ? linksTexts.unfavourite : linksTexts.favourite
  return (
    <header className={`g16 rigid ${css.header}`}>
      <div className={`row g16 min0 ${css.start}`}>
        {phone ? (
          <IconButton icon={IconArrowLeft} label={texts.close} iconClass="s20" onClick={onClose} />
        ) : (
          <BackLink link={link} />
        )}
        <h1 className="el" dir="auto">
          {formatTitle(link)}
        </h1>
        {!phone && <span className={`t3 rigid ${css.size}`}>PDF · {formatFileSize(link.size)}</span>}
      </div>
      {!phone && <PdfTools {...{ viewer, count, pageField, onLeaveField }} />}
      <div className={`row g6 min0 toend ${css.end}`}>
        <IconButton icon={IconSearch} label={texts.findInDocument} active={isFinding} onClick={onFind} />
        {tool}
        <IconButton icon={IconLayoutSidebar} label={texts.pages} onClick={togglePages} />
        {!phone && (
          <>
            <IconButton
              className={css.dim}
              icon={IconCircleHalf2}
              label={texts.dimPages}
              active={dims}
              aria-pressed={dims}
              onClick={onDim}
            />
            <IconButton icon={IconDownload} label={texts.download} onClick={download} />
            {link.can.favourite && (
              <IconButton
                icon={link.favourite ? IconStarFilled : IconStar}
                label={favouriteLabel}
                active={link.favourite === 1}
                onClick={() => setFavourite.mutate({ link_id: link._id, is_fav: link.favourite ? 0 : 1 })}
              />
            )}
            <IconButton icon={IconX} label={texts.close} onClick={onClose} />
          </>
        )}
        {phone && <IconButton icon={IconDownload} label={texts.download} onClick={download} />}
      </div>
    </header>
  )
}

/** The link to the collection of the document. */
function BackLink({ link }: { link: LinkShape }) {
  const rootId = useMe()?.root_folder
  const isInCollection = link.parent !== '' && link.parent !== rootId && link.parent_name !== undefined
  const to = isInCollection ? `/c/${link.parent}` : link.parent === '' ? `/l/${link._id}` : '/dashboard'
  const label = isInCollection
    ? link.parent_name
    : link.parent === ''
      ? texts.openLink
      : collectionsTexts.dashboard
  return (
    <Link className={`row g8 min0 t2 ${css.back}`} to={to}>
      <IconArrowLeft className="i" />
      <span className="el" dir="auto">
        {label}
      </span>
    </Link>
  )
}

function PdfTools({
  viewer,
  count,
  pageField,
  onLeaveField,
}: {
  viewer: PdfViewer
  count: number | undefined
  pageField: RefObject<HTMLInputElement | null>
  onLeaveField: () => void
}) {
  const { page, scale } = viewer
  const { goTo, zoomBy, resetZoom, fitWidth } = viewer.controls
  const isEmpty = count === undefined
  return (
    <div className="row g6 min0">
      <IconButton
        icon={IconChevronUp}
        label={texts.previousPage}
        disabled={isEmpty || page <= 1}
        onClick={() => goTo(page - 1)}
      />
      <IconButton
        icon={IconChevronDown}
        label={texts.nextPage}
        disabled={isEmpty || page >= count}
        onClick={() => goTo(page + 1)}
      />
      <PdfPageField
        key={page}
        field={pageField}
        page={page}
        count={count}
        onGo={goTo}
        onLeave={onLeaveField}
      />
      <span className={`row min0 ${css.zoom}`}>
        <IconButton
          icon={IconMinus}
          label={texts.zoomOut}
          disabled={isEmpty}
          onClick={() => zoomBy(1 / 1.1)}
        />
        <button
          type="button"
          className={classes('num', css.percent)}
          aria-label={texts.zoomOf(Math.round(scale * 100))}
          data-tip={texts.actualSize}
          disabled={isEmpty}
          onClick={resetZoom}
        >
          {Math.round(scale * 100)}%
        </button>
        <IconButton icon={IconPlus} label={texts.zoomIn} disabled={isEmpty} onClick={() => zoomBy(1.1)} />
      </span>
      <IconButton icon={IconArrowAutofitWidth} label={texts.fitWidth} disabled={isEmpty} onClick={fitWidth} />
    </div>
  )
}
