import type { Link } from '@nestmark/contract/shapes'
import { playerTexts as texts } from '@nestmark/texts/players'
import { withSoundEngine } from '../../../lib/sound.ts'
import { toast } from '../../../lib/toasts.ts'
import { formatTitle } from '../../links/linkDisplay.ts'

/** Plays a sound after the current one. */
export function enqueueSound(link: Link): void {
  withSoundEngine(engine => engine.enqueue(link))
  toast({ title: texts.addedToQueue, line: formatTitle(link), duration: 2500 })
}
