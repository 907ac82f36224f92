import type { KeyPair } from '@nestmark/encryption/keys/keyPair'
import { memberKeysTexts as texts } from '@nestmark/texts/encryption/memberKeys'
import { formatError, Refusal } from '../../../lib/api/client.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { useMe } from '../../session/data.ts'
import { type GivenKey, openGivenKey } from './openGivenKey.ts'

/** Returns a function that asks for the passphrase and opens a key that the person was given. */
export function useOpenGivenKey(given: GivenKey | undefined): (onDone?: () => void) => void {
  const personId = useMe()?.user_id
  const open = async (pair: KeyPair, onDone?: () => void) => {
    if (!given || personId === undefined) return
    try {
      await openGivenKey(given, pair, personId)
      toast({ title: texts.opened })
      onDone?.()
    } catch (failure) {
      toast({ tone: 'danger', title: failure instanceof Refusal ? formatError(failure) : texts.notTheirs })
    }
  }
  return onDone => openOverlay('openKeyPair', { onOpened: pair => void open(pair, onDone) })
}
