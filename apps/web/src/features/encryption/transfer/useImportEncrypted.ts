import { encryptedTransferTexts as texts } from '@nestmark/texts/encryption/encryptedTransfer'
import { useState } from 'react'
import { type SavedKey, toSavedId } from '../../../lib/encryption/keyRing.ts'
import { useTask } from '../../../ui/fields/useTask.ts'
import { useFocusProblem } from '../../../ui/fields/useFocusProblem.ts'
import { checkTypedSecret } from './checkTypedSecret.ts'
import { createsCollections, fromLinkFile } from './importLinks.ts'
import { startImport } from './startImport.ts'
import { useEncryptedFile } from './useEncryptedFile.ts'

/**
 * Manages the form of an import of encrypted links: the file, its keys, and the collection into which it goes.
 * @param targets keys of this browser whose collections belong to the person
 */
export function useImportEncrypted(
  targets: readonly SavedKey[],
  nameOf: (key: SavedKey) => string,
  onClose: () => void,
) {
  const source = useEncryptedFile()
  const [targetId, setTargetId] = useState(() => (targets[0] ? toSavedId(targets[0]) : ''))
  const [secret, setSecret] = useState('')
  const [errors, setErrors] = useState<{ target?: string; secret?: string }>({})
  const { busy, run } = useTask()
  const showProblem = useFocusProblem()
  const file = source.chosen?.file
  const needsSecret = file !== undefined && createsCollections(file)
  const target = targets.find(key => toSavedId(key) === targetId)

  const submit = () =>
    run(async () => {
      if (!file) return
      // A wrong secret must not leave collections without a key behind.
      const checked = target && needsSecret ? await checkTypedSecret(target, secret) : { secret }
      const problem = 'problem' in checked ? checked.problem : undefined
      setErrors({ ...(!target && { target: texts.targetMissing }), ...(problem && { secret: problem }) })
      if (!target || 'problem' in checked) return showProblem()
      onClose()
      const place = { into: target.parent, key: target, ...checked }
      startImport(fromLinkFile(file, source.keys, place), nameOf(target))
    })
  return {
    source,
    target,
    targetId,
    setTargetId,
    needsSecret,
    secret,
    setSecret,
    errors,
    busy: busy || source.busy,
    submit,
  }
}
