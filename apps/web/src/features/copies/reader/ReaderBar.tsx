import { readerTexts as texts } from '@nestmark/texts/reading/reader'
import type { ComponentProps } from 'react'
import { Link } from '../../../lib/router/links.tsx'
import { usePhone } from '../../../lib/media/media.ts'
import { type Icon, IconButton } from '../../../ui/fields/Button.tsx'
import {
  IconChevronLeft,
  IconChevronRight,
  IconLetterCase,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconVolume,
} from '../../../ui/icons.ts'
import css from './ReaderBar.module.css'
import type { HeaderProps } from './ReaderHeader.tsx'
import { TextButton } from './TextButton.tsx'
import type { AdjacentLink } from '../useAdjacentLinks.ts'
import type { ReadAloud } from '../aloud/useReadAloud.ts'

type BarProps = Pick<HeaderProps, 'progress' | 'adjacent' | 'aloud' | 'text' | 'marks'>

/** The bar at the bottom: the links before and after, and the progress; on phones the tools. */
export function ReaderBar(props: BarProps) {
  return usePhone() ? <PhoneBar {...props} /> : <WideBar {...props} />
}

function WideBar({ progress, adjacent, aloud, marks }: BarProps) {
  return (
    <footer className={`g16 t3 rigid ${css.bar}`}>
      <AdjacentLinkButton adjacent={adjacent?.previous} direction="previous" />
      <span className={`row g4 nw ${css.middle}`}>
        {aloud.state !== 'off' && (
          <>
            <IconButton {...toPauseProps(aloud)} onClick={aloud.toggle} />
            <IconButton icon={IconPlayerStop} label={texts.stop} onClick={aloud.stop} />
          </>
        )}
        <span className="num">{progress}</span>
        {marks.position}
      </span>
      <AdjacentLinkButton adjacent={adjacent?.next} direction="next" />
    </footer>
  )
}

/** Returns the icon and label of the button that pauses and resumes. */
const toPauseProps = ({ state }: ReadAloud) =>
  state === 'paused'
    ? { icon: IconPlayerPlay, label: texts.resume }
    : { icon: IconPlayerPause, label: texts.pause }

interface AdjacentProps {
  adjacent: AdjacentLink | undefined
  direction: 'previous' | 'next'
}

function AdjacentLinkButton({ adjacent, direction }: AdjacentProps) {
  if (!adjacent) return <span />
  const isNext = direction === 'next'
  const Chevron = isNext ? IconChevronRight : IconChevronLeft
  return (
    <Link
      className={`row g10 t2 ${isNext ? css.next : css.previous}`}
      to={adjacent.to}
      state={adjacent.state}
      replace
      aria-keyshortcuts={isNext ? 'j' : 'k'}
    >
      <Chevron className="i" />
      <span className={`stack min0 ${css.names}`}>
        <span className="t3">{texts[direction]}</span>
        <span className={`el t1 w560 ${css.title}`} dir="auto">
          {adjacent.title}
        </span>
      </span>
    </Link>
  )
}

function PhoneBar({ adjacent, aloud, text }: BarProps) {
  return (
    <footer className={css.phoneBar}>
      <PhoneAdjacentLink adjacent={adjacent?.previous} direction="previous" />
      <TextButton text={text}>
        {trigger => <Tile {...trigger} icon={IconLetterCase} label={texts.text} />}
      </TextButton>
      {aloud.isAvailable &&
        (aloud.state === 'off' ? (
          <Tile icon={IconVolume} label={texts.listen} onClick={aloud.toggle} />
        ) : (
          <>
            <Tile {...toPauseProps(aloud)} onClick={aloud.toggle} />
            <Tile icon={IconPlayerStop} label={texts.stop} onClick={aloud.stop} />
          </>
        ))}
      <PhoneAdjacentLink adjacent={adjacent?.next} direction="next" />
    </footer>
  )
}

/** A button of the bar of the phone, with its label below. */
function Tile({ icon: Glyph, label, ...rest }: { icon: Icon; label: string } & ComponentProps<'button'>) {
  return (
    <button type="button" className={`stack g4 t2 ${css.tile}`} {...rest}>
      <Glyph className="i s20" />
      {label}
    </button>
  )
}

function PhoneAdjacentLink({ adjacent, direction }: AdjacentProps) {
  const Chevron = direction === 'next' ? IconChevronRight : IconChevronLeft
  // Without a link it keeps its space, so that the others do not move.
  if (!adjacent) return <Tile icon={Chevron} label={texts[direction]} disabled />
  return (
    <Link
      className={`stack g4 t2 ${css.tile}`}
      to={adjacent.to}
      state={adjacent.state}
      replace
      aria-label={`${texts[direction]}: ${adjacent.title}`}
    >
      <Chevron className="i s20" />
      {texts[direction]}
    </Link>
  )
}
