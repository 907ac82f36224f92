import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { readKeyId } from '@nestmark/encryption/secrets/validationValue'
import { passkeyKeysTexts } from '@nestmark/texts/encryption/passkeyKeys'
import { type FormEvent, useId, useRef, useState } from 'react'
import { usePhone } from '../../../lib/media/media.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { CancelButton } from '../../../ui/dialogs/CancelButton.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { FieldError } from '../../../ui/fields/FieldError.tsx'
import { IconLockOpen, IconFingerprint } from '../../../ui/icons.ts'
import { formatCollectionName, useCollection } from '../../collections/data.ts'
import css from '../encryption.module.css'
import { KeyFileButton, KeyFileField } from '../keys/FileField.tsx'
import { LifetimeChoice } from '../keys/LifetimeChoice.tsx'
import { LostKey } from '../keys/LostKey.tsx'
import { OpenWithPair } from '../members/OpenWithPair.tsx'
import { usePasskeyKeys } from '../passkeys/usePasskeyKeys.ts'
import { useUnlockByPasskey } from '../passkeys/useUnlockByPasskey.ts'
import { SecretField } from '../keys/SecretField.tsx'
import { NotEncrypted } from '../Tick.tsx'
import { useUnlock } from './useUnlock.ts'
import passkeysCss from '../passkeys/passkeys.module.css'

/** Opens the key of a collection by a passkey, its secret or its file (ENC-03, ENC-05, ENC-09). */
export default function UnlockDialog({
  collectionId,
  kid,
  decrypts = false,
  onDone,
  withoutKey,
  onClose,
}: {
  collectionId: string
  /** The key that is needed; without it the current one. */
  kid?: string | undefined
  decrypts?: boolean
  onDone?: (() => void) | undefined
  /** Offers to go on with an action without encryption. */
  withoutKey?: { action: keyof typeof texts.withoutKey; run: () => void }
  onClose: () => void
}) {
  const collection = useCollection(collectionId).data?.folder
  const name = collection ? formatCollectionName(collection) : ''
  const formId = useId()
  const phone = usePhone()
  const finish = () => {
    onClose()
    onDone?.()
  }
  const isOwner = collection?.role === 'owner'
  const unlock = useUnlock({ collectionId, kid, label: name || texts.encrypted }, finish)
  const needed = kid ?? (collection?.enc_id === undefined ? undefined : readKeyId(collection.enc_id))
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const passkeys = usePasskeyKeys()
  const passkey = useUnlockByPasskey(passkeys, needed === undefined ? [] : [needed], {
    lifetime: unlock.lifetime,
    onOpened: finish,
    onCancel: () => field.current?.focus(),
    onProblem: sentence => {
      setProblem(sentence)
      field.current?.focus()
    },
  })
  return (
    <Dialog
      title={decrypts ? texts.decryptNamed(name) : texts.unlockNamed(name)}
      onClose={onClose}
      footer={
        <UnlockFooter
          formId={formId}
          unlock={unlock}
          isPrimary={!passkey.isOffered}
          action={decrypts ? texts.decrypt : texts.unlock}
          onClose={onClose}
        />
      }
    >
      <form
        id={formId}
        className="stack g16"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void unlock.submit()
        }}
      >
        {passkey.isOffered && (
          <UnlockWithPasskey
            busy={passkey.busy}
            problem={problem}
            onUnlock={() => {
              setProblem(undefined)
              passkey.unlock()
            }}
          />
        )}
        <OpenWithPair collectionId={collectionId} kid={kid} onOpened={finish} />
        {passkey.isOffered && <div className={`row t3 f12 ${css.or}`}>{texts.orEnter}</div>}
        <SecretField
          label={texts.collectionKey}
          autoFocus={!passkey.isOffered}
          inputRef={field}
          value={unlock.secret}
          error={unlock.errors.secret}
          onChange={unlock.type}
        />
        {passkey.isKeyMissing && <p className="t3">{passkeyKeysTexts.lacksKey}</p>}
        {!phone && (
          <>
            <div className={`row t3 f12 ${css.or}`}>{passkeyKeysTexts.orFile}</div>
            <KeyFileField
              isOnly
              name={unlock.file?.name ?? ''}
              error={unlock.errors.file}
              onFile={unlock.choose}
            />
          </>
        )}
        <LifetimeChoice value={unlock.lifetime} onChange={unlock.setLifetime} />
        {phone && unlock.errors.file && <FieldError id={`${formId}-file`}>{unlock.errors.file}</FieldError>}
        {withoutKey && (
          <NotEncrypted
            line={texts.withoutKeyLine}
            action={texts.withoutKey[withoutKey.action]}
            run={() => {
              onClose()
              withoutKey.run()
            }}
          />
        )}
        <LostKey isOwner={isOwner} hasPasskeys={(passkeys?.passkeys.length ?? 0) > 0} onLeave={onClose} />
      </form>
    </Dialog>
  )
}

/** The buttons of the dialog. On the phone, the key file takes the place of 'Cancel', which the sheet has above. */
function UnlockFooter({
  formId,
  unlock,
  isPrimary,
  action,
  onClose,
}: {
  formId: string
  unlock: ReturnType<typeof useUnlock>
  isPrimary: boolean
  action: string
  onClose: () => void
}) {
  const phone = usePhone()
  return (
    <div className={`flex g8 ${css.unlockRow}`}>
      {phone ? (
        <KeyFileButton
          name={unlock.file?.name ?? ''}
          errorId={unlock.errors.file && `${formId}-file`}
          onFile={unlock.choose}
        />
      ) : (
        <CancelButton onClick={onClose} />
      )}
      <Button
        variant={isPrimary ? 'primary' : 'plain'}
        type="submit"
        form={formId}
        icon={IconLockOpen}
        aria-disabled={unlock.busy}
      >
        {unlock.busy ? texts.opening : action}
      </Button>
    </div>
  )
}

/** The first way to open a key: one touch. */
function UnlockWithPasskey({
  busy,
  problem,
  onUnlock,
}: {
  busy: boolean
  problem: string | undefined
  onUnlock: () => void
}) {
  return (
    <div>
      <Button
        variant="primary"
        size="lg"
        className={passkeysCss.wide}
        icon={IconFingerprint}
        data-autofocus
        aria-disabled={busy}
        onClick={onUnlock}
      >
        {busy ? passkeyKeysTexts.waiting : passkeyKeysTexts.unlock}
      </Button>
      {problem !== undefined && <FieldError>{problem}</FieldError>}
    </div>
  )
}
