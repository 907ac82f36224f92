import { removePasskeyKeys } from '@nestmark/contract/encryption/encryptionKeys'
import { passkeyKeysTexts as texts } from '@nestmark/texts/encryption/passkeyKeys'
import { useOperationMutation } from '../../../lib/api/operations.ts'
import { formatDate } from '../../../lib/dates.ts'
import { useKeys } from '../../../lib/encryption/keyRing.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import css from '../members/members.module.css'
import type { PasskeyRecord } from './passkeyKeys.ts'

/** A passkey that opens keys: how many, and what can be done with it. */
export function PasskeyRow({
  record,
  name = texts.removedPasskey,
  disabled,
  onOpen,
}: {
  record: PasskeyRecord
  /** The name of the passkey in the account; absent when it is not there any more. */
  name: string | undefined
  disabled: boolean
  onOpen: () => void
}) {
  const here = new Set(useKeys().map(({ kid }) => kid))
  const all = new Set([...here, ...record.key_ids])
  const remove = useRemovePasskeyKeys(record.credential_id)
  return (
    <li className={`row g12 ${css.person}`}>
      <div className="grow">
        <p className="w540" dir="auto">
          {name}
        </p>
        <p className="t3">
          {texts.opens(record.key_ids.length, all.size)} · {texts.changed(formatDate(record.changed))}
        </p>
      </div>
      <div className="row wrap g8">
        {here.size < all.size && (
          <Button size="sm" disabled={disabled} aria-label={texts.openWith(name)} onClick={onOpen}>
            {texts.open}
          </Button>
        )}
        <Button
          size="sm"
          disabled={disabled}
          aria-label={texts.chooseFor(name)}
          onClick={() => openOverlay('passkeyKeys', { credentialId: record.credential_id, name })}
        >
          {texts.choose}
        </Button>
        <Button size="sm" variant="danger" aria-label={texts.removeNamed(name)} onClick={() => remove(name)}>
          {texts.remove}
        </Button>
      </div>
    </li>
  )
}

/** Asks before it removes the keys of a passkey. The passkey itself stays. */
function useRemovePasskeyKeys(credentialId: string): (name: string) => void {
  const { mutate } = useOperationMutation(removePasskeyKeys, {
    onSuccess: () => toast({ title: texts.removed }),
  })
  return name =>
    openOverlay('confirm', {
      title: texts.removeAsk(name),
      body: texts.removeLine,
      confirm: texts.remove,
      danger: true,
      run: () => mutate({ credential_id: credentialId }),
    })
}
