import type { Link } from '@nestmark/contract/shapes'
import { linksTexts as texts } from '@nestmark/texts/links'
import { lazy, Suspense, useState } from 'react'
import { usePhone } from '../../lib/media.ts'
import { toCategoryLook } from '../../ui/categories.ts'
import { classes } from '../../ui/classes.ts'
import { PlaceholderImage } from '../../ui/PlaceholderImage.tsx'
import { IconCheck, IconLock, IconPlayerPlayFilled, IconQuote, IconStarFilled } from '../../ui/icons.ts'
import { toFace, formatSource, formatTitle } from './look.ts'
import css from './Thumb.module.css'
import { waveformPath } from './waveform.ts'

const TickableChecks = lazy(() => import('./TickableChecks.tsx'))

/** Returns the address of the smaller of the two sizes that our server stores. Other addresses stay as they are. */
function smaller(address: string): string {
  return address.startsWith('/') ? `${address}${address.includes('?') ? '&' : '?'}w=160` : address
}

/**
 * Shows a link's thumbnail: picture, note, sound or placeholder. A picture that fails to load becomes a placeholder.
 */
export function Thumb({
  link,
  ticks,
}: {
  link: Link
  /** The items of a checklist can be ticked here. */
  ticks?: boolean
}) {
  const [broken, setBroken] = useState('')
  const face = toFace(link)
  const shown = face === 'picture' && broken === link.thumbnail ? 'shell' : face
  const paper = shown === 'note' || shown === 'quote' || shown === 'checklist'
  return (
    <div className={classes(css.thumb, paper && css.slip, shown === 'quote' && css.quote)} data-thumb>
      {shown === 'picture' && (
        <img
          src={link.thumbnail}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(link.thumbnail)}
        />
      )}
      {shown === 'shell' && <PlaceholderImage host={formatSource(link) || formatTitle(link)} />}
      {(shown === 'note' || shown === 'quote') && <p dir="auto">{link.desc || formatTitle(link)}</p>}
      {shown === 'checklist' &&
        (ticks ? (
          <Suspense fallback={<Checks link={link} />}>
            <TickableChecks link={link} />
          </Suspense>
        ) : (
          <Checks link={link} />
        ))}
      {shown === 'audio' && (
        <div className={css.audio}>
          <svg className={css.wave} viewBox="0 0 170 60" preserveAspectRatio="none" aria-hidden="true">
            <path d={waveformPath(link._id)} />
          </svg>
          <span className={css.egg} aria-hidden="true">
            <IconPlayerPlayFilled className="i s14" />
          </span>
        </div>
      )}
      {shown === 'sealed' && (
        <span className={css.sealed} aria-hidden="true">
          <span>
            <IconLock className="i s20" />
          </span>
        </span>
      )}
      {link.category === 2 && shown !== 'sealed' && (
        <span className={css.play} aria-hidden="true">
          <IconPlayerPlayFilled className="i" />
        </span>
      )}
      {link.favourite === 1 && (
        <span
          className={classes(css.favourite, shown === 'audio' && css.beside)}
          role="img"
          aria-label={texts.isFavourite}
        >
          <IconStarFilled className="i s12" />
        </span>
      )}
    </div>
  )
}

function Checks({ link }: { link: Link }) {
  return (
    <ul className={css.checks}>
      {link.check_list.slice(0, 5).map((item, place) => (
        <li key={place} className={item.done ? css.done : undefined}>
          <span className={css.box}>{item.done && <IconCheck />}</span>
          <span className="el" dir="auto">
            {item.text}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Shows a link's thumbnail in a row. */
export function MiniThumb({ link }: { link: Link }) {
  const [broken, setBroken] = useState('')
  const phone = usePhone()
  const face = toFace(link)
  const { icon: Glyph, className } = toCategoryLook(link.category)
  const size = phone ? 'i s20' : 'i'
  if (face === 'picture' && broken !== link.thumbnail)
    return (
      <span className={css.mini}>
        <img
          src={smaller(link.thumbnail)}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(link.thumbnail)}
        />
      </span>
    )
  return (
    <span className={css.mini} aria-hidden="true">
      {face === 'shell' || face === 'picture' ? (
        <PlaceholderImage host={formatSource(link) || formatTitle(link)} size={phone ? 'medium' : 'small'} />
      ) : (
        <span className={classes(css.icon, className)}>
          {face === 'quote' ? (
            <IconQuote className={size} />
          ) : face === 'sealed' ? (
            <IconLock className={size} />
          ) : (
            <Glyph className={size} />
          )}
        </span>
      )}
    </span>
  )
}
