import { encryptionTexts as texts } from '@nestmark/texts/encryption'
import { uiTexts } from '@nestmark/texts/ui'
import { type FormEvent, useId } from 'react'
import type { Overlays } from '../../lib/overlay.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconLockOpen } from '../../ui/icons.ts'
import { formatCollectionName, useCollection } from '../collections/data.ts'
import css from './encryption.module.css'
import { KeyFileField } from './FileField.tsx'
import { LifetimeChoice } from './LifetimeChoice.tsx'
import { OpenWithPair } from './members/OpenWithPair.tsx'
import { SecretField } from './SecretField.tsx'
import { useUnlock } from './useUnlock.ts'

/** Opens the key of a collection by its file or its secret (ENC-03, ENC-05, ENC-09). */
export default function UnlockDialog({
  collectionId,
  kid,
  decrypts = false,
  onDone,
  onClose,
}: Overlays['unlock'] & { onClose: () => void }) {
  const collection = useCollection(collectionId).data?.folder
  const name = collection ? formatCollectionName(collection) : ''
  const formId = useId()
  const finish = () => {
    onClose()
    onDone?.()
  }
  const unlock = useUnlock({ collectionId, kid, label: name || texts.encrypted }, finish)
  return (
    <Dialog
      title={decrypts ? texts.decryptNamed(name) : texts.unlockNamed(name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button variant="primary" type="submit" form={formId} icon={IconLockOpen} disabled={unlock.busy}>
            {unlock.busy ? texts.opening : decrypts ? texts.decrypt : texts.unlock}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={css.stack}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void unlock.submit()
        }}
      >
        <OpenWithPair collectionId={collectionId} kid={kid} onOpened={finish} />
        <KeyFileField name={unlock.file?.name ?? ''} error={unlock.errors.file} onFile={unlock.choose} />
        <div className={css.or}>{texts.orEnter}</div>
        <SecretField
          label={texts.collectionKey}
          autoFocus
          value={unlock.secret}
          error={unlock.errors.secret}
          onChange={unlock.type}
        />
        <LifetimeChoice value={unlock.kept} onChange={unlock.setKept} />
      </form>
    </Dialog>
  )
}
