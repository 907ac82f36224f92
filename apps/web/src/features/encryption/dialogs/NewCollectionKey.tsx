import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { useState } from 'react'
import { keyRing, type SavedKey } from '../../../lib/encryption/keyRing.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { IconKey } from '../../../ui/icons.ts'
import { useFields } from '../../../ui/fields/useFields.ts'
import { useTask } from '../../../ui/fields/useTask.ts'
import { useFocusProblem } from '../../../ui/fields/useFocusProblem.ts'
import { DownloadKey } from './DownloadKey.tsx'
import { type PreparedKey, prepareNewKey, replaceValues } from '../keys/newKey.ts'
import { checkNewKey, NewKeyFields } from '../keys/NewKeyFields.tsx'
import { countLinksOf, readPlacesOfKey } from '../keys/placesOfKey.ts'
import type { Place } from '../tasks/places.ts'
import { startRotation } from '../tasks/rotation.ts'
import { useNameOf } from '../keys/useNameOf.ts'

/**
 * Replaces the key of a collection: the new key is downloaded, then all links are encrypted again in batches. Both keys
 * open while it runs.
 */
export default function NewCollectionKey({ saved, onClose }: { saved: SavedKey; onClose: () => void }) {
  const { values, errors, onChange, isValid } = useFields({ label: saved.label, secret: '' }, checkNewKey)
  const { busy, run } = useTask()
  const [prepared, setPrepared] = useState<{ key: PreparedKey; places: Place[] }>()
  const showProblem = useFocusProblem()
  const name = useNameOf(saved.parent) ?? saved.label

  const submit = () => {
    if (!isValid()) return showProblem()
    void run(async () => {
      const places = await readPlacesOfKey(saved)
      const ids = places.map(({ id }) => id).filter(id => id !== saved.parent)
      const key = await prepareNewKey([saved.parent, ...ids], { ...values, label: values.label.trim() })
      setPrepared({ key, places })
    })
  }
  const start = ({ key, places }: { key: PreparedKey; places: Place[] }) =>
    run(async () => {
      // Saved first: when the tab is lost afterwards, the key is not.
      keyRing.save([key.record], saved.lifetime)
      await replaceValues(places, key.values)
      onClose()
      const total = countLinksOf(saved.kid, places)
      startRotation(saved, { to: key.record.kid, name, total })
    })

  if (prepared)
    return (
      <DownloadKey
        record={prepared.key.record}
        name={name}
        action={texts.takeKey}
        busy={busy}
        onConfirm={() => void start(prepared)}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      title={texts.keys.newKeyTitle(saved.label)}
      icon={IconKey}
      onClose={onClose}
      action={{ 'aria-disabled': busy, children: busy ? texts.preparing : texts.continue }}
      onSubmit={submit}
      formClass="stack g16"
    >
      <p className="text14 t2">{texts.keys.newKeyLine}</p>
      <NewKeyFields {...{ values, errors, onChange }} />
    </Dialog>
  )
}
