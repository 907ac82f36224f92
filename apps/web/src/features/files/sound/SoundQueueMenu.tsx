import type { Link } from '@nestmark/contract/shapes'
import { playerTexts as texts } from '@nestmark/texts/links/players'
import { useId, useRef, useState } from 'react'
import { controlSound } from '../../../lib/media/sound.ts'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { IconPlaylist, IconX } from '../../../ui/icons.ts'
import { formatTitle } from '../../links/linkDisplay.ts'
import css from './SoundQueueMenu.module.css'

/** The sounds that were chosen to play next: a button and its popover. */
export function SoundQueueMenu({ queue }: { queue: readonly Link[] }) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <span className={css.place}>
      <IconButton
        icon={IconPlaylist}
        label={queue.length === 0 ? texts.queue : texts.queueSize(queue.length)}
        aria-expanded={isOpen}
        aria-controls={id}
        popoverTarget={id}
      />
      {queue.length > 0 && (
        <span className={`num ${css.count}`} aria-hidden="true">
          {queue.length}
        </span>
      )}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="region"
        aria-label={texts.queue}
        className={css.panel}
        onToggle={event => setIsOpen(event.newState === 'open')}
      >
        <h2>{texts.queue}</h2>
        <SoundQueue queue={queue} />
      </div>
    </span>
  )
}

/** Lists the sounds that were chosen to play next. */
export function SoundQueue({ queue }: { queue: readonly Link[] }) {
  if (queue.length === 0) return <p className="t3">{texts.queueEmpty}</p>
  return (
    <ol>
      {queue.map((link, index) => (
        <li key={`${link._id} ${index}`} className="row g6">
          <button
            type="button"
            className={`el ${css.entry}`}
            dir="auto"
            onClick={() => controlSound('playQueued', index)}
          >
            {formatTitle(link)}
          </button>
          <IconButton
            small
            icon={IconX}
            label={texts.removeFromQueue(formatTitle(link))}
            onClick={() => controlSound('removeQueued', index)}
          />
        </li>
      ))}
    </ol>
  )
}
