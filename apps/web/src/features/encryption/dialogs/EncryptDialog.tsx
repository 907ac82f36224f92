import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { useEffect, useState } from 'react'
import type { Plan, Target } from '../../../lib/encryption/targets.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { IconKey } from '../../../ui/icons.ts'
import { toParentName } from '../../collections/data.ts'
import { DownloadKey } from './DownloadKey.tsx'
import { ExistingKeyFields } from '../keys/ExistingKeyFields.tsx'
import { HideTagsOption } from './HideTagsOption.tsx'
import { KeyModeTabs } from '../keys/KeyModeTabs.tsx'
import { LifetimeChoice } from '../keys/LifetimeChoice.tsx'
import { NewKeyFields } from '../keys/NewKeyFields.tsx'
import { StaysReadable } from './StaysReadable.tsx'
import { type EncryptProps, useEncryptForm } from './useEncryptForm.ts'

/** Asks for the key of collections that have none, then downloads it, then encrypts (ENC-01, ENC-02, ENC-04). */
export default function EncryptDialog({ target, plan, onDone, onClose }: EncryptProps & { target: Target }) {
  const form = useEncryptForm({ plan, onDone, onClose })
  const { prepared, keys, mode, busy, newKey, existingKey } = form
  const hasSubcollections = useHasSubcollections(plan)
  const name = 'collection' in target ? target.collection.name : toParentName(target.links[0] ?? {})
  if (prepared)
    return (
      <DownloadKey
        record={prepared.record}
        name={name}
        action={texts.encryptNow}
        busy={busy}
        onConfirm={() => form.finish(prepared)}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      title={'collection' in target ? texts.encryptNamed(name) : texts.encryptLinks(target.links.length)}
      icon={IconKey}
      onClose={onClose}
      action={{ 'aria-disabled': busy, children: busy ? texts.preparing : texts.continue }}
      onSubmit={form.submit}
      formClass="stack g16"
    >
      <p className="text14 t2">
        {texts.lead}
        {'collection' in target && hasSubcollections && ` ${texts.withSubcollections}`}
      </p>
      <StaysReadable hidesTags={form.hidesTags} />
      <HideTagsOption checked={form.hidesTags} onChange={form.setHidesTags} />
      {keys.length > 0 && <KeyModeTabs mode={mode} onChange={form.setMode} />}
      {mode === 'new' ? (
        <>
          <NewKeyFields {...newKey} />
          <LifetimeChoice value={form.lifetime} onChange={form.setLifetime} />
        </>
      ) : (
        <ExistingKeyFields keys={keys} {...existingKey} />
      )}
    </Dialog>
  )
}

/** Returns whether a plan has several collections; false while it is being read. */
function useHasSubcollections(planned: Promise<Plan>): boolean {
  const [hasSeveral, setHasSeveral] = useState(false)
  useEffect(() => {
    // Who opened the dialog shows why it could not be read.
    planned.then(
      ({ places }) => setHasSeveral(places.length > 1),
      () => undefined,
    )
  }, [planned])
  return hasSeveral
}
