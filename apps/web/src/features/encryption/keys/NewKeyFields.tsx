import { maxLabelLength } from '@nestmark/encryption/keys/keyRecord'
import { maxSecretLength, minSecretLength } from '@nestmark/encryption/secrets/secret'
import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { SecretField } from './SecretField.tsx'

/** What is typed for a new key. */
export interface NewKeyValues {
  label: string
  secret: string
}

export type NewKeyErrors = Partial<Record<keyof NewKeyValues, string>>

/** Checks a secret (ENC-04). @returns its error, or undefined */
export function checkSecret(secret: string): string | undefined {
  if (secret.length < minSecretLength) return texts.errors.secretShort
  return secret.length > maxSecretLength || !secret.isWellFormed() ? texts.errors.secretUnusable : undefined
}

/** Checks a new key (ENC-04). */
export function checkNewKey({ label, secret }: NewKeyValues): NewKeyErrors {
  const name = label.trim() === '' || !label.isWellFormed() ? texts.errors.name : undefined
  const problem = checkSecret(secret)
  return { ...(name && { label: name }), ...(problem && { secret: problem }) }
}

/** The fields of a new key: its name, and its secret. */
export function NewKeyFields({
  values,
  errors,
  onChange,
}: {
  values: NewKeyValues
  errors: NewKeyErrors
  onChange: (change: Partial<NewKeyValues>) => void
}) {
  return (
    <>
      <TextField
        label={texts.keyName}
        error={errors.label}
        dir="auto"
        data-autofocus
        placeholder={texts.keyNamePlaceholder}
        maxLength={maxLabelLength}
        value={values.label}
        onChange={event => onChange({ label: event.currentTarget.value })}
      />
      <SecretField
        isNew
        value={values.secret}
        error={errors.secret}
        onChange={secret => onChange({ secret })}
      />
    </>
  )
}
