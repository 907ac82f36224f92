import type { KeyLifetime } from '../../../lib/encryption/keyRing.ts'
import type { PasskeyKeys } from './usePasskeyKeys.ts'
import { usePasskeyTask } from './usePasskeyTask.ts'

/** Returns the passkeys that have one of the keys, or may have it. */
const findRecords = (passkeys: PasskeyKeys['passkeys'], kids: readonly string[]) =>
  passkeys.filter(({ key_ids: own }) => own.length === 0 || own.some(kid => kids.includes(kid)))

/**
 * Opens keys by a passkey that has one of them.
 * @param kids the keys that are needed, of which one is enough
 */
export function useUnlockByPasskey(
  known: PasskeyKeys | undefined,
  kids: readonly string[],
  options: {
    lifetime: KeyLifetime
    onOpened: () => void
    onCancel?: () => void
    onProblem: (text: string) => void
  },
) {
  const { busy, run } = usePasskeyTask(known, options.onProblem)
  const records = known?.siteId ? findRecords(known.passkeys, kids) : []
  const isOffered = records.length > 0
  const unlock = () =>
    run(
      records,
      async question => {
        const { openPasskeyKeys } = await import('./passkeyKeys.ts')
        await openPasskeyKeys(question, { records, kids, lifetime: options.lifetime })
        options.onOpened()
      },
      options.onCancel,
    )
  return {
    busy,
    isOffered,
    /** The person unlocks by passkey, and no passkey has the keys. */
    isKeyMissing: !isOffered && kids.length > 0 && known?.siteId != null && known.passkeys.length > 0,
    unlock: () => void unlock(),
  }
}
