import { hiddenTagsTexts as texts } from '@nestmark/texts/encryption/hiddenTags'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import css from '../encryption.module.css'

/** Chooses whether encrypted links of a collection have no tags (ENC-12). */
export function HideTagsOption({
  checked,
  disabled = false,
  line = texts.optionLine,
  onChange,
}: {
  checked: boolean
  disabled?: boolean
  line?: string
  onChange: (checked: boolean) => void
}) {
  return (
    <label
      className={`row g10 w540 ${css.tick}`}
      data-on={checked || undefined}
      data-off={disabled || undefined}
    >
      <Checkbox
        label={`${texts.option}. ${line}`}
        checked={checked}
        disabled={disabled}
        onChange={() => onChange(!checked)}
      />
      <span aria-hidden="true">
        {texts.option}
        <span className={`t2 block ${css.tickLine}`}>{line}</span>
      </span>
    </label>
  )
}
