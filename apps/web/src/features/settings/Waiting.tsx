import { settingsTexts as texts } from '@nestmark/texts/settings'
import { Button } from '../../ui/Button.tsx'
import { PageWaiting } from '../../ui/PageWaiting.tsx'

/** A part of the settings that is on its way, or did not come. */
export function Waiting({ failed, again }: { failed: boolean; again: () => void }) {
  if (!failed) return <PageWaiting />
  return (
    <p role="alert">
      {texts.failed} <Button onClick={again}>{texts.again}</Button>
    </p>
  )
}
