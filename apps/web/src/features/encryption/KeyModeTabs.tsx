import { encryptionTexts as texts } from '@nestmark/texts/encryption'
import css from './encryption.module.css'

export type KeyMode = 'existing' | 'new'

const choices = [
  ['existing', texts.existing],
  ['new', texts.create],
] as const

/** Chooses between an existing and a new key. */
export function KeyModeTabs({ mode, onChange }: { mode: KeyMode; onChange: (mode: KeyMode) => void }) {
  return (
    <div className={css.tabs} role="radiogroup" aria-label={texts.keyChoice}>
      {choices.map(([value, label]) => (
        <button
          key={value}
          type="button"
          role="radio"
          aria-checked={mode === value}
          className={css.tab}
          onClick={() => onChange(value)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
