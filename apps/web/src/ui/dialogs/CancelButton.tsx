import { uiTexts } from '@nestmark/texts/ui'
import type { ComponentProps } from 'react'
import { Button } from '../fields/Button.tsx'

/** The button that leaves a dialog or form without an effect. It looks alike everywhere. */
export function CancelButton(props: Omit<ComponentProps<typeof Button>, 'variant' | 'children'>) {
  return (
    <Button variant="ghost" {...props}>
      {uiTexts.cancel}
    </Button>
  )
}
