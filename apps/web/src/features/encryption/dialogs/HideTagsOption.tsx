import { hiddenTagsTexts as texts } from '@nestmark/texts/encryption/hiddenTags'
import css from '../encryption.module.css'
import { Tick } from '../Tick.tsx'

/** Chooses whether encrypted links of a collection have no tags (ENC-12). */
export function HideTagsOption({
  checked,
  disabled,
  line = texts.optionLine,
  onChange,
}: {
  checked: boolean
  disabled?: boolean
  line?: string
  onChange: (checked: boolean) => void
}) {
  return (
    <Tick label={`${texts.option}. ${line}`} checked={checked} disabled={disabled} onChange={onChange}>
      {texts.option}
      <span className={`t2 block ${css.tickLine}`}>{line}</span>
    </Tick>
  )
}
