import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { useState } from 'react'
import { Refusal } from '../../../lib/api/client.ts'
import { type KeyLifetime, keyRing } from '../../../lib/encryption/keyRing.ts'
import { toast } from '../../../lib/toasts.ts'
import { useTask } from '../../../ui/fields/useTask.ts'
import { useFocusProblem } from '../../../ui/fields/useFocusProblem.ts'
import { explainKeyError } from '../keys/keyErrors.ts'
import { readKeys, uploadKeys } from '../keys/keyFiles.ts'
import { readPlace } from '../tasks/places.ts'
import { isKeyOf, type Lock, openByText } from '../unlocking.ts'

/**
 * Opens the key of a collection by its file or its secret. A wrong one saves nothing and leaves the field as it is.
 * @param label the name of a key that is opened by its secret
 */
export function useUnlock(
  { collectionId, kid, label }: { collectionId: string; kid: string | undefined; label: string },
  onOpened: () => void,
) {
  const [secret, setSecret] = useState('')
  const [file, setFile] = useState<File>()
  const [lifetime, setLifetime] = useState<KeyLifetime>(0)
  const [errors, setErrors] = useState<{ secret?: string; file?: string }>({})
  const showProblem = useFocusProblem()
  const { busy, run } = useTask()

  const open = async (chosen: File | undefined) => {
    const lock: Lock = { place: await readPlace(collectionId), kid: kid ?? null, label }
    if (chosen) return uploadKeys(await readKeys(chosen), lifetime, record => isKeyOf(lock, record), onOpened)
    keyRing.save([await openByText(lock, secret)], lifetime)
    onOpened()
  }
  const submit = async (chosen = file) => {
    if (busy) return
    if (chosen === undefined && secret === '') {
      setErrors({ file: texts.errors.file })
      return showProblem()
    }
    setErrors({})
    await run(
      () => open(chosen),
      error => {
        const sentence = explainKeyError(error)
        toast({ tone: 'danger', title: sentence })
        if (!(error instanceof Refusal)) setErrors(chosen ? { file: sentence } : { secret: sentence })
        setFile(undefined)
        showProblem()
      },
    )
  }
  return {
    secret,
    file,
    lifetime,
    setLifetime,
    errors,
    busy,
    submit,
    type(text: string) {
      setSecret(text)
      setFile(undefined)
      setErrors({})
    },
    choose(chosen: File) {
      setFile(chosen)
      void submit(chosen)
    },
  }
}
