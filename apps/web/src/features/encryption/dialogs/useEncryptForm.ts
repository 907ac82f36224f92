import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { useState } from 'react'
import { formatError, Refusal } from '../../../lib/api/client.ts'
import { type KeyLifetime, keyRing, toSavedId, useKeys } from '../../../lib/encryption/keyRing.ts'
import type { Plan } from '../../../lib/encryption/targets.ts'
import { toast } from '../../../lib/toasts.ts'
import { useFocusProblem } from '../../../ui/fields/useFocusProblem.ts'
import { startRun } from '../tasks/commands.ts'
import { checkExistingKey, type ExistingKeyErrors } from '../keys/ExistingKeyFields.tsx'
import type { KeyMode } from '../keys/KeyModeTabs.tsx'
import { type PreparedKey, prepareExistingKey, prepareNewKey, storeValues } from '../keys/newKey.ts'
import { checkNewKey, type NewKeyErrors } from '../keys/NewKeyFields.tsx'

export interface EncryptProps {
  plan: Promise<Plan>
  onDone?: (() => void) | undefined
  onClose: () => void
}

/** Manages the form for the key of collections that have none. Nothing is sent before its file is saved. */
export function useEncryptForm({ plan: planned, onDone, onClose }: EncryptProps) {
  const keys = useKeys()
  const [mode, setMode] = useState<KeyMode>(keys.length > 0 ? 'existing' : 'new')
  const [values, setValues] = useState({ label: '', secret: '' })
  const [existing, setExisting] = useState({ chosen: '', secret: '' })
  const [lifetime, setLifetime] = useState<KeyLifetime>(0)
  const [newErrors, setNewErrors] = useState<NewKeyErrors>({})
  const [existingErrors, setExistingErrors] = useState<ExistingKeyErrors>({})
  const [hidesTags, setHidesTags] = useState(false)
  const [busy, setBusy] = useState(false)
  const [prepared, setPrepared] = useState<PreparedKey>()
  const showProblem = useFocusProblem()
  const listMissing = async () => (await planned).missing.map(({ id }) => id)

  /** Saves the key, gives it to the collections, and encrypts. */
  const finish = async (key: PreparedKey) => {
    setBusy(true)
    try {
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
    } catch (error) {
      const isMember = error instanceof Refusal && error.code === 'collections.readOnly'
      toast({ tone: 'danger', title: isMember ? texts.errors.notOwner : formatError(error) })
      setBusy(false)
    }
  }
  const submitNew = async () => {
    const found = checkNewKey(values)
    setNewErrors(found)
    if (Object.keys(found).length > 0) return showProblem()
    setBusy(true)
    try {
      setPrepared(await prepareNewKey(await listMissing(), { ...values, label: values.label.trim() }))
    } catch {
      setNewErrors({ secret: texts.errors.secretUnusable })
      showProblem()
    }
    setBusy(false)
  }
  const submitExisting = async () => {
    const found = checkExistingKey(existing)
    setExistingErrors(found)
    const record = keys.find(key => toSavedId(key) === existing.chosen)
    if (Object.keys(found).length > 0 || !record) return showProblem()
    setBusy(true)
    try {
      await finish(await prepareExistingKey(await listMissing(), { record, secret: existing.secret }))
    } catch (error) {
      if (!(error instanceof Refusal)) setExistingErrors({ secret: texts.errors.wrongKey })
      toast({
        tone: 'danger',
        title: error instanceof Refusal ? formatError(error) : texts.errors.wrongKey,
      })
      showProblem()
      setBusy(false)
    }
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
    finish,
    newKey: {
      values,
      errors: newErrors,
      onChange(change: Partial<typeof values>) {
        setValues({ ...values, ...change })
        setNewErrors({})
      },
    },
    existingKey: {
      values: existing,
      errors: existingErrors,
      onChange(change: Partial<typeof existing>) {
        setExisting({ ...existing, ...change })
        setExistingErrors({})
      },
    },
    submit() {
      if (!busy) void (mode === 'new' ? submitNew() : submitExisting())
    },
  }
}
