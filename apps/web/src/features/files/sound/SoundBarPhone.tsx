import { playerTexts as texts } from '@nestmark/texts/links/players'
import { useState } from 'react'
import { Link } from '../../../lib/router/links.tsx'
import { formatPlayTime } from '../../../lib/media/playTime.ts'
import { soundPosition, type SoundState, controlSound } from '../../../lib/media/sound.ts'
import { useStore } from '../../../lib/store.ts'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { IconPlayerTrackNext } from '../../../ui/icons.ts'
import { formatTitle } from '../../links/linkDisplay.ts'
import css from './SoundBar.module.css'
import { SoundButtons, SoundEgg, SoundLine, SoundSettings } from './SoundBarContent.tsx'
import { SoundCover } from './SoundCover.tsx'
import { SoundQueue } from './SoundQueueMenu.tsx'
import { SoundWave } from './SoundWave.tsx'

/** The sound player above the dock of a phone. A tap opens it in full. */
export function SoundBarPhone({ now }: { now: SoundState }) {
  const [isOpen, setIsOpen] = useState(false)
  const position = useStore(soundPosition)
  const share = now.duration ? Math.min(1, position / now.duration) : 0
  return (
    <div className={`row ${css.bar}`}>
      <span className={css.progress} style={{ transform: `scaleX(${share})` }} aria-hidden="true" />
      <button type="button" className={`row g12 grow ${css.open}`} onClick={() => setIsOpen(true)}>
        <span className="sr">{texts.showPlayer}</span>
        <SoundCover link={now.link} />
        <span className={`stack ${css.names}`}>
          <span className={`el text14 w560 ${css.title}`} dir="auto">
            {formatTitle(now.link)}
          </span>
          <span className={now.problem === null ? 'el t3' : 'el bad'}>
            {now.problem ?? `${formatPlayTime(position)} / ${formatPlayTime(now.duration)}`}
          </span>
        </span>
      </button>
      <SoundEgg now={now} />
      <IconButton icon={IconPlayerTrackNext} label={texts.next} onClick={() => controlSound('next')} />
      {isOpen && (
        <Dialog title={texts.soundBar} onClose={() => setIsOpen(false)} onEscape={() => setIsOpen(false)}>
          <div className={`stack g12 ${css.sheet}`}>
            <SoundCover link={now.link} />
            <Link
              className={`anywhere ${css.sheetTitle}`}
              to={`/l/${now.link._id}`}
              dir="auto"
              onClick={() => setIsOpen(false)}
            >
              {formatTitle(now.link)}
            </Link>
            <SoundLine now={now} />
            <SoundWave
              link={now.link}
              bars={70}
              position={position}
              duration={now.duration}
              onSeek={to => controlSound('seek', to)}
            />
            <span className="flex apart num f13" dir="ltr">
              <span>{formatPlayTime(position)}</span>
              <span className="t3">{formatPlayTime(now.duration)}</span>
            </span>
            <SoundButtons now={now} />
            <SoundSettings now={now} />
            {now.queue.length > 0 && <SoundQueue queue={now.queue} />}
          </div>
        </Dialog>
      )}
    </div>
  )
}
