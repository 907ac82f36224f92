import type { Link } from '@nestmark/contract/shapes'
import { encryptionMarkTexts } from '@nestmark/texts/encryption/encryptionMarks'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { lazy, Suspense, useMemo, useState } from 'react'
import { usePhone } from '../../../../lib/media/media.ts'
import { toPlayable } from '../../../../lib/media/playable.ts'
import { canUnlock } from '@nestmark/client/encryption/sealedLink'
import { formatPlayTime } from '../../../../lib/media/playTime.ts'
import { useUploadedPicture } from '../../../../lib/uploads/files/useUploadedPicture.ts'
import { toCategoryLook } from '../../../../ui/marks/categories.ts'
import { classes } from '../../../../ui/classes.ts'
import type { Icon } from '../../../../ui/fields/Button.tsx'
import { PlaceholderImage, Specks } from '../../../../ui/marks/PlaceholderImage.tsx'
import {
  IconCheck,
  IconFileTypePdf,
  IconLock,
  IconLockOpen,
  IconPlayerPlayFilled,
  IconQuote,
  IconStarFilled,
} from '../../../../ui/icons.ts'
import { getThumbKind, formatSource, formatTitle, type ThumbKind } from '../../linkDisplay.ts'
import css from './Thumb.module.css'
import { SoundButton } from './SoundButton.tsx'
import { deriveBarHeights, toBarHeights, toBarPath } from './waveform.ts'

const TickableChecklist = lazy(() => import('./TickableChecklist.tsx'))

/** Returns the address of the smaller of the two sizes that our server stores. Other addresses are unchanged. */
export function toSmallSize(address: string): string {
  return address.startsWith('/') ? `${address}${address.includes('?') ? '&' : '?'}w=160` : address
}

/** Returns the style that shows the local picture of an upload while the one of the server is loading. */
const toBackground = (uploaded: string | undefined) =>
  uploaded === undefined ? undefined : { background: `center / cover url("${uploaded}")` }

/**
 * Shows a link's thumbnail: picture, note, waveform or placeholder. A picture that fails to load becomes a
 * placeholder.
 */
export function Thumb({
  link,
  isTickable,
  isPlayable,
}: {
  link: Link
  /** The items of a checklist can be ticked here. */
  isTickable?: boolean
  /** An audio file can be played here. */
  isPlayable?: boolean
}) {
  const [failedAddress, setFailedAddress] = useState('')
  const kind = getThumbKind(link)
  const shownKind = kind === 'picture' && failedAddress === link.thumbnail ? 'placeholder' : kind
  const uploaded = useUploadedPicture(link._id)
  const plays = isPlayable === true && toPlayable(link)?.kind === 'sound'
  const duration = link.category === 2 ? link.media?.duration : null
  const isText = shownKind === 'note' || shownKind === 'quote' || shownKind === 'checklist'
  return (
    <div
      className={classes(css.thumb, isText && css.textNote, shownKind === 'quote' && css.quote)}
      data-thumb
    >
      {shownKind === 'picture' && (
        <img
          src={link.thumbnail}
          alt=""
          // The words of a page begin at its top.
          className={classes('cover', toPlayable(link)?.kind === 'document' && css.page)}
          loading="lazy"
          decoding="async"
          draggable={false}
          style={toBackground(uploaded)}
          onError={() => setFailedAddress(link.thumbnail)}
        />
      )}
      {shownKind === 'placeholder' &&
        (uploaded ? (
          <img src={uploaded} alt="" className="cover" draggable={false} />
        ) : (
          <PlaceholderImage host={formatSource(link) || formatTitle(link)} />
        ))}
      {(shownKind === 'note' || shownKind === 'quote') && (
        <p className="anywhere clamp" dir="auto">
          {link.desc || formatTitle(link)}
        </p>
      )}
      {shownKind === 'checklist' &&
        (isTickable ? (
          <Suspense fallback={<ChecklistPreview link={link} />}>
            <TickableChecklist link={link} />
          </Suspense>
        ) : (
          <ChecklistPreview link={link} />
        ))}
      {shownKind === 'document' && (
        <span className={`centre ${css.document}`} aria-hidden="true">
          <IconFileTypePdf className="i" />
        </span>
      )}
      {shownKind === 'audio' && <AudioThumb link={link} plays={plays} />}
      {shownKind !== 'audio' && plays && <SoundButton link={link} className={css.cornerPlay} />}
      {duration ? <span className={`num ${css.length}`}>{formatPlayTime(duration / 1000)}</span> : null}
      {shownKind === 'encrypted' && <SealedThumb canUnlock={canUnlock(link)} />}
      {link.category === 2 && shownKind !== 'encrypted' && (
        <span className={`centre ${css.play}`} aria-hidden="true">
          <IconPlayerPlayFilled className="i" />
        </span>
      )}
      {link.favourite === 1 && (
        <span
          className={classes(
            'centre acc',
            css.favourite,
            (shownKind === 'audio' || shownKind === 'checklist' || plays) && css.besidePlay,
          )}
          role="img"
          aria-label={texts.isFavourite}
        >
          <IconStarFilled className="i s12" />
        </span>
      )}
    </div>
  )
}

/**
 * Replaces the picture of a locked link: an egg with a lock, and on hover the action of a click.
 * @param canUnlock false for visitors
 */
function SealedThumb({ canUnlock }: { canUnlock: boolean }) {
  return (
    <span className={`centre t2 ${css.encrypted}`} aria-hidden="true" data-unlock={canUnlock || undefined}>
      <Specks className={css.specks} />
      <span className={`centre rel ${css.sealedEgg}`}>
        <IconLock className="i s20" />
      </span>
      {canUnlock && (
        <span className={`row t1 w540 ${css.unlock}`}>
          <IconLockOpen className="i s14" />
          {encryptionMarkTexts.unlock}
        </span>
      )}
    </span>
  )
}

/** Shows an audio file by its waveform, or by one that is derived from its ID. */
function AudioThumb({ link, plays }: { link: Link; plays: boolean }) {
  const peaks = link.media?.peaks
  const path = useMemo(
    () => toBarPath(peaks ? toBarHeights(peaks, 34) : deriveBarHeights(link._id, 34), 60),
    [peaks, link._id],
  )
  return (
    <div className={`stack t1 ${css.audio}`}>
      <svg className={css.wave} viewBox="0 0 170 60" preserveAspectRatio="none" aria-hidden="true">
        <path d={path} />
      </svg>
      {plays ? (
        <SoundButton link={link} className={css.soundButton} />
      ) : (
        <span className={`centre rigid ${css.playIcon}`} aria-hidden="true">
          <IconPlayerPlayFilled className="i s14" />
        </span>
      )}
    </div>
  )
}

function ChecklistPreview({ link }: { link: Link }) {
  return (
    <ul className={css.checks}>
      {link.check_list.slice(0, 5).map((item, index) => (
        <li key={index} className={item.done ? css.done : undefined}>
          <span className={`centre rigid ${css.box}`}>{item.done && <IconCheck />}</span>
          <span className="el" dir="auto">
            {item.text}
          </span>
        </li>
      ))}
    </ul>
  )
}

const miniGlyphs: Partial<Record<ThumbKind, Icon>> = {
  quote: IconQuote,
  document: IconFileTypePdf,
  encrypted: IconLock,
}

/** Shows a link's thumbnail in a row. */
export function MiniThumb({ link }: { link: Link }) {
  const [failedAddress, setFailedAddress] = useState('')
  const phone = usePhone()
  const uploaded = useUploadedPicture(link._id)
  const kind = getThumbKind(link)
  const { icon, className } = toCategoryLook(link.category)
  const Glyph = miniGlyphs[kind] ?? icon
  return (
    <span className={`rigid block rel ${css.mini}`} aria-hidden="true">
      {kind === 'picture' && failedAddress !== link.thumbnail ? (
        <img
          src={toSmallSize(link.thumbnail)}
          alt=""
          className="cover"
          loading="lazy"
          decoding="async"
          draggable={false}
          style={toBackground(uploaded)}
          onError={() => setFailedAddress(link.thumbnail)}
        />
      ) : kind === 'placeholder' && uploaded ? (
        <img src={uploaded} alt="" className="cover" draggable={false} />
      ) : kind === 'placeholder' || kind === 'picture' ? (
        <PlaceholderImage host={formatSource(link) || formatTitle(link)} size={phone ? 'medium' : 'small'} />
      ) : (
        <span className={classes('centre', css.icon, className)}>
          <Glyph className={phone ? 'i s20' : 'i'} />
        </span>
      )}
    </span>
  )
}
