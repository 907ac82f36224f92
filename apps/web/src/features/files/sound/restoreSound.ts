import { getLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { visitLink } from '@nestmark/contract/sharing/share'
import { client, isInaccessible } from '../../../lib/api/client.ts'
import { controlSound } from '../../../lib/media/sound.ts'
import { token } from '../../../lib/browser/token.ts'
import { deleteStoredSound, readStoredSound } from './storedSound.ts'
import { soundList } from './soundList.ts'

/** Visitors may read public links only. Returns null for others. */
async function readLink(link_id: string): Promise<Link | null> {
  const answer = await (token.get() === null
    ? client.call(visitLink, { link_id })
    : client.call(getLink, { link_id }))
  return answer.link
}

/** Shows the sound that a reload interrupted, paused where it was. */
export async function restoreSound(): Promise<void> {
  const last = readStoredSound()
  if (!last) return
  try {
    const link = await readLink(last.id)
    if (!link) return deleteStoredSound()
    soundList.setOrder(last.order)
    controlSound('restore', link, last.position)
  } catch (error) {
    // Without a connection the player stays closed.
    if (isInaccessible(error)) deleteStoredSound()
  }
}
