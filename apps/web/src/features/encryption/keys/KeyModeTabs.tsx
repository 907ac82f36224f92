import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { Segmented } from '../../../ui/fields/Segmented.tsx'

export type KeyMode = 'existing' | 'new'

/** Chooses between an existing and a new key. */
export function KeyModeTabs({ mode, onChange }: { mode: KeyMode; onChange: (mode: KeyMode) => void }) {
  return (
    <Segmented
      wide
      label={texts.keyChoice}
      value={mode}
      options={[
        { value: 'existing', label: texts.existing },
        { value: 'new', label: texts.create },
      ]}
      onChange={onChange}
    />
  )
}
