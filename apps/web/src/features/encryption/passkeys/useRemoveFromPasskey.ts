import { passkeyKeysTexts as texts } from '@nestmark/texts/encryption/passkeyKeys'
import { toast } from '../../../lib/toasts.ts'
import { changePasskeyKeys } from './passkeyKeys.ts'
import { usePasskeyKeys } from './usePasskeyKeys.ts'
import { usePasskeyTask } from './usePasskeyTask.ts'

/**
 * Returns a function that removes a key from a passkey, which it asks for; undefined where no passkey of this page opens
 * the key. The key stays in the browser.
 */
export function useRemoveFromPasskey(kid: string): (() => void) | undefined {
  const known = usePasskeyKeys()
  const { run } = usePasskeyTask(known, title => toast({ tone: 'danger', title }))
  const records = known?.passkeys.filter(each => each.key_ids.includes(kid)) ?? []
  if (known?.siteId == null || records.length === 0) return undefined
  return () =>
    void run(records, async question => {
      await changePasskeyKeys(question, { remove: [kid] })
      toast({ title: texts.keyRemoved, ...(records.length > 1 && { line: texts.othersOpen }) })
    })
}
