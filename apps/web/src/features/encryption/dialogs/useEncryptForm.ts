import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { useState } from 'react'
import { formatError, Refusal } from '../../../lib/api/client.ts'
import { type KeyLifetime, keyRing, toSavedId, useKeys } from '../../../lib/encryption/keyRing.ts'
import type { Plan } from '../../../lib/encryption/targets.ts'
import { toast } from '../../../lib/toasts.ts'
import { useFields } from '../../../ui/fields/useFields.ts'
import { useTask } from '../../../ui/fields/useTask.ts'
import { useFocusProblem } from '../../../ui/fields/useFocusProblem.ts'
import { startRun } from '../tasks/commands.ts'
import { checkExistingKey } from '../keys/ExistingKeyFields.tsx'
import { type PreparedKey, prepareExistingKey, prepareNewKey, storeValues } from '../keys/newKey.ts'
import { checkNewKey } from '../keys/NewKeyFields.tsx'

export type KeyMode = 'existing' | 'new'

export interface EncryptProps {
  plan: Promise<Plan>
  onDone?: (() => void) | undefined
  onClose: () => void
}

/** Manages the form for the key of collections that have none. Nothing is sent before its file is saved. */
export function useEncryptForm({ plan: planned, onDone, onClose }: EncryptProps) {
  const keys = useKeys()
  const [mode, setMode] = useState<KeyMode>(keys.length > 0 ? 'existing' : 'new')
  const newKey = useFields({ label: '', secret: '' }, checkNewKey)
  const existingKey = useFields({ chosen: '', secret: '' }, checkExistingKey)
  const [lifetime, setLifetime] = useState<KeyLifetime>(0)
  const [hidesTags, setHidesTags] = useState(false)
  const [prepared, setPrepared] = useState<PreparedKey>()
  const showProblem = useFocusProblem()
  const { busy, run } = useTask()
  const listMissing = async () => (await planned).missing.map(({ id }) => id)

  /** Saves the key, gives it to the collections, and encrypts. */
  const give = async (key: PreparedKey) => {
    if (!keyRing.find(key.record.kid)) keyRing.save([key.record], lifetime)
    await storeValues(key, { hidesTags })
    const plan = await planned
    const places = plan.places.map(place =>
      key.values.has(place.id)
        ? { ...place, kid: key.record.kid, hide_tags: hidesTags ? (1 as const) : place.hide_tags }
        : place,
    )
    onClose()
    startRun({ kind: 'encrypt', target: plan.target, places, onDone })
  }
  const showRefusal = (error: unknown) => {
    const isMember = error instanceof Refusal && error.code === 'collections.readOnly'
    toast({ tone: 'danger', title: isMember ? texts.errors.notOwner : formatError(error) })
  }
  const submitNew = async () => {
    try {
      const { label, secret } = newKey.values
      setPrepared(await prepareNewKey(await listMissing(), { label: label.trim(), secret }))
    } catch {
      newKey.setErrors({ secret: texts.errors.secretUnusable })
      showProblem()
    }
  }
  const submitExisting = async () => {
    const { chosen, secret } = existingKey.values
    const record = keys.find(key => toSavedId(key) === chosen)
    if (!record) return showProblem()
    let key: PreparedKey
    try {
      key = await prepareExistingKey(await listMissing(), { record, secret })
    } catch (error) {
      if (!(error instanceof Refusal)) existingKey.setErrors({ secret: texts.errors.wrongKey })
      const title = error instanceof Refusal ? formatError(error) : texts.errors.wrongKey
      toast({ tone: 'danger', title })
      return showProblem()
    }
    await give(key).catch(showRefusal)
  }
  return {
    keys,
    mode,
    setMode,
    lifetime,
    setLifetime,
    hidesTags,
    setHidesTags,
    busy,
    prepared,
    finish: (key: PreparedKey) => void run(() => give(key), showRefusal),
    newKey,
    existingKey,
    submit() {
      if (busy) return
      const isNew = mode === 'new'
      if (!(isNew ? newKey : existingKey).isValid()) return showProblem()
      void run(isNew ? submitNew : submitExisting)
    },
  }
}
