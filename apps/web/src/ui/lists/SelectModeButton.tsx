import { uiTexts } from '@nestmark/texts/ui'
import { Button, IconButton } from '../fields/Button.tsx'
import { IconCheckbox } from '../icons.ts'

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
  // Its state is in `aria-pressed`: another label would have another width, and would be read twice.
  const shared = {
    icon: IconCheckbox,
    'aria-pressed': active,
    disabled,
    onClick: () => (active ? clear() : start()),
  }
  if (iconOnly) return <IconButton {...shared} label={uiTexts.select} active={active} />
  return (
    <Button {...shared} size="sm" variant={active ? 'plain' : 'ghost'} pressed={active}>
      {uiTexts.select}
    </Button>
  )
}
