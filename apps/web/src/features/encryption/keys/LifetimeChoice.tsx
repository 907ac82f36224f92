import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import type { KeyLifetime } from '../../../lib/encryption/keyRing.ts'
import { RadioCards } from '../../../ui/fields/RadioCards.tsx'

/** Chooses how long a key is stored in this browser (ENC-06). */
export function LifetimeChoice({
  value,
  onChange,
}: {
  value: KeyLifetime
  onChange: (lifetime: KeyLifetime) => void
}) {
  return (
    <RadioCards
      name="lifetime"
      label={texts.keep}
      value={value}
      twoColumns="always"
      choices={[
        { value: 0, title: texts.session, line: texts.sessionLine },
        { value: 1, title: texts.untilLogout, line: texts.untilLogoutLine },
      ]}
      onChange={onChange}
    />
  )
}
