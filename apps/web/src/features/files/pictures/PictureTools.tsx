import { playerTexts as texts } from '@nestmark/texts/links/players'
import { formatFileSize } from '@nestmark/core/plans/storageSize'
import type PhotoSwipe from 'photoswipe'
import { useEffect, useState } from 'react'
import { useNavigate } from '../../../lib/router/location.ts'
import { safeHref } from '../../../lib/addresses.ts'
import { formatDate } from '../../../lib/dates.ts'
import { useCoarsePointer } from '../../../lib/media/media.ts'
import { toPlayable } from '../../../lib/media/playable.ts'
import { IconButton } from '../../../ui/fields/Button.tsx'
import buttonCss from '../../../ui/fields/Button.module.css'
import {
  IconArrowLeft,
  IconArrowRight,
  IconDownload,
  IconExternalLink,
  IconPhotoOff,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '../../../ui/icons.ts'
import { downloadFile } from '../../links/downloadFile.ts'
import { formatTitle } from '../../links/linkDisplay.ts'
import { readAddress } from '../../../lib/media/mediaAddress.ts'
import type { PictureItem } from './pictureItems.ts'
import css from './PictureViewer.module.css'
import type { ShownPicture } from './usePictureSlides.ts'

/** The buttons and the caption over a picture. */
export function PictureTools({
  viewer,
  shown,
  onClose,
}: {
  viewer: PhotoSwipe
  shown: ShownPicture
  onClose: () => void
}) {
  const { index, total, item, problem, isZoomed, canZoom } = shown
  const coarse = useCoarsePointer()
  const title = item ? formatTitle(item.link) : ''
  useEffect(() => {
    viewer.element?.setAttribute('aria-label', title || texts.pictures)
    viewer.element?.setAttribute('aria-modal', 'true')
  }, [viewer, title])
  const isEmpty = item !== undefined && !('src' in item.slide && item.slide.src)
  return (
    <>
      <div className={`row g4 ${css.head}`}>
        <span className={`num f13 ${css.count}`} role="status">
          {total > 1 && texts.pictureOf(index + 1, total)}
        </span>
        <span className="grow" />
        {!coarse && (
          <IconButton
            icon={isZoomed ? IconZoomOut : IconZoomIn}
            label={isZoomed ? texts.zoomOut : texts.zoomIn}
            disabled={!isZoomed && !canZoom}
            onClick={() => viewer.toggleZoom()}
          />
        )}
        {item && <PictureButtons item={item} />}
        <IconButton icon={IconX} label={texts.close} data-autofocus onClick={onClose} />
      </div>
      {!coarse && index > 0 && (
        <IconButton
          className={css.previous}
          icon={IconArrowLeft}
          label={texts.previousPicture}
          onClick={() => viewer.prev()}
        />
      )}
      {!coarse && index < total - 1 && (
        <IconButton
          className={css.next}
          icon={IconArrowRight}
          label={texts.nextPicture}
          onClick={() => viewer.next()}
        />
      )}
      {(problem ?? isEmpty) && (
        <p className={`stack g10 fill ${css.problem}`} role="alert">
          <IconPhotoOff className="i s24" />
          {problem?.text || texts.noPicture}
        </p>
      )}
      {item && <Caption item={item} title={title} onClose={onClose} />}
    </>
  )
}

function PictureButtons({ item: { link } }: { item: PictureItem }) {
  // A decrypted file has an address for this page only.
  const isUploaded = toPlayable(link)?.kind === 'picture' && link.enc === 0
  const [address, setAddress] = useState<string>()
  const href = isUploaded ? address : safeHref(link.link)
  // An address is valid for five minutes.
  const refresh = () => {
    if (isUploaded) void readAddress(link._id).then(setAddress, () => undefined)
  }
  useEffect(() => {
    if (!isUploaded) return
    let isCurrent = true
    readAddress(link._id).then(
      url => isCurrent && setAddress(url),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [link._id, isUploaded])
  return (
    <>
      {href && (
        <a
          className={`inline t2 rigid ${buttonCss.icon}`}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={texts.openOriginal}
          data-tip={texts.openOriginal}
          onPointerEnter={refresh}
          onFocus={refresh}
        >
          <IconExternalLink className="i s18" />
        </a>
      )}
      {isUploaded && (
        <IconButton icon={IconDownload} label={texts.download} onClick={() => void downloadFile(link)} />
      )}
    </>
  )
}

function Caption({
  item: { link },
  title,
  onClose,
}: {
  item: PictureItem
  title: string
  onClose: () => void
}) {
  const navigate = useNavigate()
  const { width, height, media_type: type = '' } = link.media ?? {}
  const facts = [
    formatDate(link.create_date),
    width && height ? texts.dimensions(width, height) : '',
    type.split('/')[1]?.toUpperCase() ?? '',
    link.size > 0 ? formatFileSize(link.size) : '',
  ]
  return (
    <div className={`stack ${css.caption}`}>
      <button
        type="button"
        className={`el ${css.title}`}
        dir="auto"
        data-tip={texts.openLink}
        onClick={() => {
          onClose()
          void navigate(`/l/${link._id}`, { replace: true })
        }}
      >
        {title}
      </button>
      <span className={`num ${css.facts}`}>{facts.filter(Boolean).join(' · ')}</span>
      {link.desc !== '' && link.desc_toggle === 1 && (
        <span className={`clamp text13 ${css.desc}`} dir="auto">
          {link.desc}
        </span>
      )}
    </div>
  )
}
