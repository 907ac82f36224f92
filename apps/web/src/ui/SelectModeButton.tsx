import { uiTexts } from '@nestmark/texts/ui'
import { Button } from './Button.tsx'
import { IconCheckbox } from './icons.ts'

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
      aria-pressed={active}
      disabled={disabled}
      onClick={() => (active ? clear() : start())}
    >
      {active ? uiTexts.selecting : uiTexts.select}
    </Button>
  )
}
