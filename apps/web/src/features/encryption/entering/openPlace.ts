import type { CollectionKey } from '@nestmark/encryption/keys/collectionKey'
import type { PlainTextRefused } from '@nestmark/contract/encryption/plainText'
import { errorTexts } from '@nestmark/texts/errors'
import { Refusal } from '../../../lib/api/client.ts'
import type { Way } from '../../../lib/encryption/entering.ts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { isOverlayOpen, openWithKey, overlays } from '../../../lib/overlays/overlay.ts'
import { type Place, readPlace } from '../tasks/places.ts'

/** What is done with the links; the button that does it without encryption says it. */
export type EnteringAction = 'save' | 'move' | 'restore' | 'other'

/**
 * Returns the key of a collection, and asks for it where it is not in this browser; 'plain' where the person chooses to go on
 * without it.
 * @param place a collection with a key
 * @throws Refusal 'encryption.plainText' when the person closes the dialog
 */
export async function openPlace(place: Place, action: EnteringAction): Promise<CollectionKey | 'plain'> {
  for (;;) {
    const key = await keyRing.open(place.kid ?? '')
    if (key) return key
    const answer = await askForKey(place, action)
    if (answer === 'plain') return answer
    if (answer === 'cancelled') throw toPlainTextRefusal()
  }
}

/** Returns how something new enters a collection, after its key was asked for where it is locked. @throws Refusal */
export async function chooseWayInto(id: string): Promise<Way> {
  const place = await readPlace(id)
  if (place.kid === null) return 'none'
  if (await keyRing.open(place.kid)) return 'encrypted'
  const answer = await askForKey(place, 'save')
  return answer === 'opened' ? 'encrypted' : answer
}

type KeyAnswer = 'opened' | 'plain' | 'cancelled'

/** The dialogs that are open, by collection and action. */
const asking = new Map<string, Promise<KeyAnswer>>()

/** Asks once for the key of a collection: what enters it while the dialog is open has the same answer. */
function askForKey(place: Place, action: EnteringAction): Promise<KeyAnswer> {
  const name = `${place.id} ${action}`
  const answer = asking.get(name) ?? openDialog(place, action).finally(() => asking.delete(name))
  asking.set(name, answer)
  return answer
}

/** Opens the dialog for the key of a collection, with the choice to go on without encryption. */
function openDialog({ id, kid }: Place, action: EnteringAction): Promise<KeyAnswer> {
  return new Promise(resolve => {
    const key = openWithKey('unlock', {
      collectionId: id,
      kid: kid ?? undefined,
      onDone: () => resolve('opened'),
      withoutKey: { action, run: () => resolve('plain') },
    })
    const unsubscribe = overlays.subscribe(() => {
      if (isOverlayOpen(key)) return
      unsubscribe()
      // The dialog calls back after it has closed.
      setTimeout(() => resolve('cancelled'))
    })
  })
}

/** Returns the error for what stays where it is. */
export const toPlainTextRefusal = (data?: PlainTextRefused): Refusal =>
  new Refusal({
    status: 409,
    code: 'encryption.plainText',
    message: errorTexts['encryption.plainText'],
    data,
  })
