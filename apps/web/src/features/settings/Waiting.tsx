import { settingsTexts as texts } from '@nestmark/texts/settings'
import { shellTexts } from '@nestmark/texts/shell'
import { Button } from '../../ui/Button.tsx'
import { Bone, fade, Waiting as Skeleton } from '../../ui/Skeleton.tsx'

/** A part of the settings that is on its way, or did not come. */
export function Waiting({ failed, again }: { failed: boolean; again: () => void }) {
  if (failed)
    return (
      <p role="alert">
        {texts.failed} <Button onClick={again}>{texts.again}</Button>
      </p>
    )
  return (
    <Skeleton text={shellTexts.looking}>
      {[0, 1, 2].map(nth => (
        <Bone key={nth} style={{ height: 52, borderRadius: 10, marginBottom: 8, opacity: fade(nth) }} />
      ))}
    </Skeleton>
  )
}
