import type { Collection } from '@nestmark/contract/shapes'
import { suggestionTexts as texts } from '@nestmark/texts/sharing/suggestions'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconBulb } from '../../ui/icons.ts'

/** The button for members with read access and visitors, where suggestions are enabled. */
export function SuggestButton({ folder }: { folder: Collection }) {
  if (!folder.can.suggest) return null
  return (
    <Button icon={IconBulb} onClick={() => openOverlay('suggest', { folder })}>
      {texts.add}
    </Button>
  )
}
