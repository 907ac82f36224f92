import { getLink } from '@nestmark/contract/links'
import { client, isInaccessible } from '../../../lib/api/client.ts'
import { withSoundEngine } from '../../../lib/sound.ts'
import { deleteStoredSound, readStoredSound } from './storedSound.ts'
import { soundList } from './soundList.ts'

/** Shows the sound that a reload interrupted, paused where it was. */
export async function restoreSound(): Promise<void> {
  const last = readStoredSound()
  if (!last) return
  try {
    const { link } = await client.call(getLink, { link_id: last.id })
    soundList.setOrder(last.order)
    withSoundEngine(engine => engine.restore(link, last.position))
  } catch (error) {
    // Without a connection the player stays closed.
    if (isInaccessible(error)) deleteStoredSound()
  }
}
