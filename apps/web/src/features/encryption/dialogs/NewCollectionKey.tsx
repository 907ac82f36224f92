import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { useState } from 'react'
import { formatError } from '../../../lib/api/client.ts'
import { keyRing, type SavedKey } from '../../../lib/encryption/keyRing.ts'
import { toast } from '../../../lib/toasts.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { IconKey } from '../../../ui/icons.ts'
import { useFocusProblem } from '../../../ui/fields/useFocusProblem.ts'
import { DownloadKey } from './DownloadKey.tsx'
import { type PreparedKey, prepareNewKey, replaceValues } from '../keys/newKey.ts'
import { checkNewKey, type NewKeyErrors, NewKeyFields } from '../keys/NewKeyFields.tsx'
import { countLinksOf, readPlacesOfKey } from '../keys/placesOfKey.ts'
import type { Place } from '../tasks/places.ts'
import { startRotation } from '../tasks/rotation.ts'
import { useNameOf } from '../keys/useNameOf.ts'

/**
 * Replaces the key of a collection: the new key is downloaded, then all links are encrypted again in batches. Both keys
 * open while it runs.
 */
export default function NewCollectionKey({ saved, onClose }: { saved: SavedKey; onClose: () => void }) {
  const [values, setValues] = useState({ label: saved.label, secret: '' })
  const [errors, setErrors] = useState<NewKeyErrors>({})
  const [busy, setBusy] = useState(false)
  const [prepared, setPrepared] = useState<{ key: PreparedKey; places: Place[] }>()
  const showProblem = useFocusProblem()
  const name = useNameOf(saved.parent) ?? saved.label

  const submit = async () => {
    if (busy) return
    const found = checkNewKey(values)
    setErrors(found)
    if (Object.keys(found).length > 0) return showProblem()
    setBusy(true)
    try {
      const places = await readPlacesOfKey(saved)
      const ids = places.map(({ id }) => id).filter(id => id !== saved.parent)
      const key = await prepareNewKey([saved.parent, ...ids], { ...values, label: values.label.trim() })
      setPrepared({ key, places })
    } catch (error) {
      toast({ tone: 'danger', title: formatError(error) })
    }
    setBusy(false)
  }
  const start = async ({ key, places }: { key: PreparedKey; places: Place[] }) => {
    setBusy(true)
    try {
      // Saved first: when the tab is lost afterwards, the key is not.
      keyRing.save([key.record], saved.lifetime)
      await replaceValues(places, key.values)
      onClose()
      const total = countLinksOf(saved.kid, places)
      startRotation(saved, { to: key.record.kid, name, total })
    } catch (error) {
      toast({ tone: 'danger', title: formatError(error) })
      setBusy(false)
    }
  }

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
      onSubmit={() => void submit()}
      formClass="stack g16"
    >
      <p className="text14 t2">{texts.keys.newKeyLine}</p>
      <NewKeyFields
        values={values}
        errors={errors}
        onChange={change => {
          setValues({ ...values, ...change })
          setErrors({})
        }}
      />
    </Dialog>
  )
}
