import { readerTexts as texts } from '@nestmark/texts/reader'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { usePhone } from '../../lib/media.ts'
import { type Icon, IconButton } from '../../ui/Button.tsx'
import {
  IconChevronLeft,
  IconChevronRight,
  IconLetterCase,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconVolume,
} from '../../ui/icons.ts'
import css from './ReaderBar.module.css'
import { TextButton } from './TextButton.tsx'
import type { Neighbour, Neighbours } from './useNeighbours.ts'
import type { ReadAloud } from './useReadAloud.ts'
import type { ReaderText } from './useReaderText.ts'

interface BarProps {
  /** How much is read and how long the rest takes; '' without an article. */
  progress: string
  neighbours: Neighbours | undefined
  aloud: ReadAloud
  text: ReaderText
}

/** The bar at the bottom: the links before and after, and the progress; on phones the tools. */
export function ReaderBar(props: BarProps) {
  return usePhone() ? <PhoneBar {...props} /> : <WideBar {...props} />
}

function WideBar({ progress, neighbours, aloud }: BarProps) {
  return (
    <footer className={css.bar}>
      <NeighbourLink neighbour={neighbours?.previous} direction="previous" />
      <span className={css.middle}>
        {aloud.state !== 'off' && (
          <>
            <IconButton {...toPauseProps(aloud)} onClick={aloud.toggle} />
            <IconButton icon={IconPlayerStop} label={texts.stop} onClick={aloud.stop} />
          </>
        )}
        <span className="num">{progress}</span>
      </span>
      <NeighbourLink neighbour={neighbours?.next} direction="next" />
    </footer>
  )
}

/** Returns the icon and label of the button that pauses and goes on. */
const toPauseProps = ({ state }: ReadAloud) =>
  state === 'paused'
    ? { icon: IconPlayerPlay, label: texts.goOn }
    : { icon: IconPlayerPause, label: texts.pause }

function NeighbourLink({
  neighbour,
  direction,
}: {
  neighbour: Neighbour | undefined
  direction: 'previous' | 'next'
}) {
  if (!neighbour) return <span />
  const isNext = direction === 'next'
  const Chevron = isNext ? IconChevronRight : IconChevronLeft
  return (
    <Link
      className={isNext ? css.next : css.previous}
      to={neighbour.to}
      state={neighbour.state}
      replace
      aria-keyshortcuts={isNext ? 'j' : 'k'}
    >
      <Chevron className="i" />
      <span className={css.names}>
        <span className={css.name}>{texts[direction]}</span>
        <span className={`el ${css.title}`} dir="auto">
          {neighbour.title}
        </span>
      </span>
    </Link>
  )
}

function PhoneBar({ neighbours, aloud, text }: BarProps) {
  return (
    <footer className={css.phoneBar}>
      <PhoneNeighbour neighbour={neighbours?.previous} direction="previous" />
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
      <PhoneNeighbour neighbour={neighbours?.next} direction="next" />
    </footer>
  )
}

/** A button of the bar of the phone, with its label below. */
function Tile({ icon: Glyph, label, ...rest }: { icon: Icon; label: string } & ComponentProps<'button'>) {
  return (
    <button type="button" className={css.tile} {...rest}>
      <Glyph className="i s20" />
      {label}
    </button>
  )
}

function PhoneNeighbour({
  neighbour,
  direction,
}: {
  neighbour: Neighbour | undefined
  direction: 'previous' | 'next'
}) {
  const Chevron = direction === 'next' ? IconChevronRight : IconChevronLeft
  // Without a link it keeps its room, so that the others stay where they are.
  if (!neighbour) return <Tile icon={Chevron} label={texts[direction]} disabled />
  return (
    <Link
      className={css.tile}
      to={neighbour.to}
      state={neighbour.state}
      replace
      aria-label={`${texts[direction]}: ${neighbour.title}`}
    >
      <Chevron className="i s20" />
      {texts[direction]}
    </Link>
  )
}
