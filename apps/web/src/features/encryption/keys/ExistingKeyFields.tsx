import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { type SavedKey, toSavedId } from '../../../lib/encryption/keyRing.ts'
import { Field } from '../../../ui/fields/Field.tsx'
import { Select } from '../../../ui/menus/Select.tsx'
import { checkSecret } from './NewKeyFields.tsx'
import { SecretField } from './SecretField.tsx'

/** What is chosen for an existing key. */
export interface ExistingKeyValues {
  /** The result of `toSavedId`; '' without a choice. */
  chosen: string
  secret: string
}

export type ExistingKeyErrors = Partial<Record<keyof ExistingKeyValues, string>>

/** Checks the choice of an existing key (ENC-04). */
export function checkExistingKey({ chosen, secret }: ExistingKeyValues): ExistingKeyErrors {
  if (chosen === '') return { chosen: texts.errors.existing }
  const problem = checkSecret(secret)
  return problem ? { secret: problem } : {}
}

/** Chooses one of the saved keys. Its secret will open the further collection too. */
export function ExistingKeyFields({
  keys,
  values,
  errors,
  onChange,
}: {
  keys: readonly SavedKey[]
  values: ExistingKeyValues
  errors: ExistingKeyErrors
  onChange: (change: Partial<ExistingKeyValues>) => void
}) {
  const record = keys.find(key => toSavedId(key) === values.chosen)
  return (
    <>
      <Field label={texts.existingKey} error={errors.chosen}>
        {control => (
          <Select
            {...control}
            label={texts.existingKey}
            options={[
              { value: '', label: texts.chooseKey },
              ...keys.map(key => ({ value: toSavedId(key), label: key.label })),
            ]}
            data-autofocus
            value={values.chosen}
            onChange={chosen => onChange({ chosen })}
          />
        )}
      </Field>
      {record && (
        <SecretField
          label={texts.secretOf(record.label)}
          value={values.secret}
          error={errors.secret}
          onChange={secret => onChange({ secret })}
        />
      )}
    </>
  )
}
