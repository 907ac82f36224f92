import { uiTexts } from '@nestmark/texts/ui'
import { Button, IconButton } from './Button.tsx'
import { IconCheckbox } from './icons.ts'

/** Toggles select mode of a list. */
export function SelectModeButton({
  selection: { active, start, clear },
  disabled,
  iconOnly = false,
}: {
  selection: { active: boolean; start: () => void; clear: () => void }
  disabled?: boolean
  /** Without its text, where there is no space for it. */
  iconOnly?: boolean
}) {
  const label = active ? uiTexts.selecting : uiTexts.select
  const toggle = () => (active ? clear() : start())
  if (iconOnly)
    return (
      <IconButton
        icon={IconCheckbox}
        label={label}
        active={active}
        aria-pressed={active}
        disabled={disabled}
        onClick={toggle}
      />
    )
  return (
    <Button
      size="sm"
      variant={active ? 'plain' : 'ghost'}
      pressed={active}
      icon={IconCheckbox}
      aria-pressed={active}
      disabled={disabled}
      onClick={toggle}
    >
      {label}
    </Button>
  )
}
