import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { useState } from 'react'
import type { KeyLifetime } from '../../../lib/encryption/keyRing.ts'
import { toast } from '../../../lib/toasts.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { useTask } from '../../../ui/fields/useTask.ts'
import { useFocusProblem } from '../../../ui/fields/useFocusProblem.ts'
import { KeyFileField } from '../keys/FileField.tsx'
import { KeyFileRefused } from '../keys/keyErrors.ts'
import { readKeys, uploadKeys } from '../keys/keyFiles.ts'
import { LifetimeChoice } from '../keys/LifetimeChoice.tsx'
import { readPlace } from '../tasks/places.ts'
import { isKeyOf } from '../unlocking.ts'
import type { KeyRecord } from '@nestmark/encryption/keys/keyRecord'

/** Adds the key of a file, or replaces all keys by those of a file with several (ENC-05, ENC-13). */
export default function UploadKeys({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [lifetime, setLifetime] = useState<KeyLifetime>(0)
  const [error, setError] = useState<string>()
  const showProblem = useFocusProblem()
  const { busy, run } = useTask()
  const upload = async (chosen: File) =>
    uploadKeys(await readKeys(chosen), lifetime, fitsItsCollection, () => {
      onClose()
      toast({ title: texts.keyUploaded })
    })
  const submit = async () => {
    if (file)
      return run(
        () => upload(file),
        problem => {
          const sentence = problem instanceof KeyFileRefused ? problem.message : texts.errors.wrongFile
          setError(sentence)
          toast({ tone: 'danger', title: sentence })
          showProblem()
        },
      )
    setError(texts.errors.file)
    showProblem()
  }
  return (
    <Dialog
      title={texts.keys.uploadTitle}
      onClose={onClose}
      action={{ 'aria-disabled': busy, children: busy ? texts.opening : texts.keys.uploadButton }}
      onSubmit={() => void submit()}
      formClass="stack g16"
    >
      <p className="text14 t2">{texts.keys.uploadLine}</p>
      <KeyFileField
        isOnly
        name={file?.name ?? ''}
        error={error}
        onFile={chosen => {
          setFile(chosen)
          setError(undefined)
        }}
      />
      <LifetimeChoice value={lifetime} onChange={setLifetime} />
    </Dialog>
  )
}

/** Returns whether a key is the current or a previous one of its collection. */
async function fitsItsCollection(record: KeyRecord): Promise<boolean> {
  try {
    const place = await readPlace(record.parent)
    return await isKeyOf({ place, kid: record.kid, label: record.label }, record)
  } catch {
    return false
  }
}
