import type { Collection } from '@nestmark/contract/shapes'
import { playerTexts as texts } from '@nestmark/texts/links/players'
import { useState } from 'react'
import { formatError } from '../../../lib/api/client.ts'
import { getSoundElement, controlSound } from '../../../lib/media/sound.ts'
import { toast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconPlayerPlayFilled } from '../../../ui/icons.ts'
import { readListOrder } from '../players/collectionMedia.ts'
import { findFirstSound } from './soundList.ts'

/** Plays the sounds of a collection, from the first one in the order of its list. */
export default function PlayAll({ folder }: { folder: Collection }) {
  const [isReading, setIsReading] = useState(false)
  const play = async () => {
    // In the click: some browsers let the element play later only then.
    getSoundElement()
    setIsReading(true)
    try {
      const first = await findFirstSound(folder._id, readListOrder())
      if (first) controlSound('play', first)
      else toast({ tone: 'info', title: texts.noSounds })
    } catch (error) {
      toast({ tone: 'danger', title: formatError(error) })
    }
    setIsReading(false)
  }
  return (
    <Button icon={IconPlayerPlayFilled} disabled={isReading} onClick={() => void play()}>
      {texts.playAll}
    </Button>
  )
}
