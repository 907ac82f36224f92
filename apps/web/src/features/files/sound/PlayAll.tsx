import type { Collection } from '@nestmark/contract/shapes'
import { playerTexts as texts } from '@nestmark/texts/links/players'
import { getSoundElement, controlSound } from '../../../lib/media/sound.ts'
import { toast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { useTask } from '../../../ui/fields/useTask.ts'
import { IconPlayerPlayFilled } from '../../../ui/icons.ts'
import { readListOrder } from '../players/collectionMedia.ts'
import { findFirstSound } from './soundList.ts'

/** Plays the sounds of a collection, from the first one in the order of its list. */
export default function PlayAll({ folder }: { folder: Collection }) {
  const { busy, run } = useTask()
  const play = () => {
    // In the click: some browsers let the element play later only then.
    getSoundElement()
    void run(async () => {
      const first = await findFirstSound(folder._id, readListOrder())
      if (first) controlSound('play', first)
      else toast({ tone: 'info', title: texts.noSounds })
    })
  }
  return (
    <Button icon={IconPlayerPlayFilled} disabled={busy} onClick={play}>
      {texts.playAll}
    </Button>
  )
}
