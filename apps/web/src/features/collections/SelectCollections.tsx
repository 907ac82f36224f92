import type { Collection } from '@nestmark/contract/shapes'
import { uiTexts } from '@nestmark/texts/ui'
import type { Selection } from '../../lib/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { IconCheckbox } from '../../ui/icons.ts'

/** Turns select mode of a grid of collections on and off. */
export function SelectCollections({ selection }: { selection: Selection<Collection> }) {
  const { active } = selection
  return (
    <Button
      size="sm"
      variant={active ? 'plain' : 'ghost'}
      on={active}
      icon={IconCheckbox}
      aria-pressed={active}
      onClick={() => (active ? selection.clear() : selection.start())}
    >
      {active ? uiTexts.selecting : uiTexts.select}
    </Button>
  )
}
