import { uiTexts } from '@nestmark/texts/ui'
import { Button } from './Button.tsx'
import { IconCheckbox } from './icons.ts'
import css from './SelectModeButton.module.css'

/** Toggles select mode of a list. */
export function SelectModeButton({
  selection: { active, start, clear },
  disabled,
}: {
  selection: { active: boolean; start: () => void; clear: () => void }
  disabled?: boolean
}) {
  return (
    <Button
      size="sm"
      variant={active ? 'plain' : 'ghost'}
      pressed={active}
      icon={IconCheckbox}
      className={css.select}
      aria-pressed={active}
      disabled={disabled}
      onClick={() => (active ? clear() : start())}
    >
      <span>{active ? uiTexts.selecting : uiTexts.select}</span>
    </Button>
  )
}
