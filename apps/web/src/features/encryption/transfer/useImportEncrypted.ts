import { encryptedTransferTexts as texts } from '@nestmark/texts/encryptedTransfer'
import { encryptionTexts } from '@nestmark/texts/encryption'
import { useState } from 'react'
import { formatError, Refusal } from '../../../lib/api/client.ts'
import { type SavedKey, toSavedId } from '../../../lib/encryption/keyRing.ts'
import { startRunner } from '../../../lib/encryption/runner.ts'
import { openOverlay } from '../../../lib/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { useFocusProblem } from '../../../ui/useFocusProblem.ts'
import { checkSecretOf } from '../newKey.ts'
import { checkSecret } from '../NewKeyFields.tsx'
import { createEncryptedImport, createsCollections, type EncryptedImport } from './importLinks.ts'
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
  const [busy, setBusy] = useState(false)
  const showProblem = useFocusProblem()
  const file = source.chosen?.file
  const needsSecret = file !== undefined && createsCollections(file)
  const target = targets.find(key => toSavedId(key) === targetId)

  /** Returns the secret of the target's key as it was written, or why the typed one is another. */
  const checkTarget = async (record: SavedKey): Promise<{ secret: string } | { problem: string }> => {
    const problem = checkSecret(secret)
    if (problem) return { problem }
    try {
      return { secret: await checkSecretOf({ record, secret }) }
    } catch (error) {
      return { problem: error instanceof Refusal ? formatError(error) : encryptionTexts.errors.wrongKey }
    }
  }
  const submit = async () => {
    if (busy || !file) return
    setBusy(true)
    // A wrong secret must not leave collections without a key behind.
    const checked = target && needsSecret ? await checkTarget(target) : { secret }
    const problem = 'problem' in checked ? checked.problem : undefined
    setBusy(false)
    setErrors({ ...(!target && { target: texts.targetMissing }), ...(problem && { secret: problem }) })
    if (!target || 'problem' in checked) return showProblem()
    onClose()
    startImport({ file, keys: source.keys, target, ...checked }, nameOf(target))
  }
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

function startImport(input: EncryptedImport, name: string): void {
  const { run, leftOut } = createEncryptedImport(input)
  const runner = startRunner(run, done => {
    const line = texts.notImported(leftOut)
    toast({ title: texts.imported(done), ...(line !== '' && { line }) })
  })
  openOverlay('encryptionRun', {
    runner,
    kind: 'import',
    name: `“${name}”`,
    total: input.file.links.length,
  })
}
