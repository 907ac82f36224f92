import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { useEffect, useState } from 'react'
import type { Plan, Target } from '../../../lib/encryption/targets.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { IconKey } from '../../../ui/icons.ts'
import { toParentName } from '../../collections/data.ts'
import { DownloadKey } from './DownloadKey.tsx'
import { ExistingKeyFields } from '../keys/ExistingKeyFields.tsx'
import { HideTagsOption } from './HideTagsOption.tsx'
import { LifetimeChoice } from '../keys/LifetimeChoice.tsx'
import { NewKeyFields } from '../keys/NewKeyFields.tsx'
import { type EncryptProps, type KeyMode, useEncryptForm } from './useEncryptForm.ts'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import css from './StaysReadable.module.css'

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

/** Chooses between an existing and a new key. */
function KeyModeTabs({ mode, onChange }: { mode: KeyMode; onChange: (mode: KeyMode) => void }) {
  return (
    <Segmented
      wide
      label={texts.keyChoice}
      value={mode}
      options={[
        { value: 'existing', label: texts.existing },
        { value: 'new', label: texts.create },
      ]}
      onChange={onChange}
    />
  )
}

/** Lists what encryption does not hide. Before the first key it is open. */
function StaysReadable({ hidesTags }: { hidesTags: boolean }) {
  return (
    <details className={css.box} open={keyRing.get().length === 0}>
      <summary>{texts.readable}</summary>
      <ul>
        {texts.readableList(hidesTags).map(each => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </details>
  )
}
