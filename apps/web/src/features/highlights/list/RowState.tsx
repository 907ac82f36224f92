import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { uiTexts } from '@nestmark/texts/ui'
import { useStoreSelector } from '../../../lib/store.ts'
import { IconAlertTriangle, IconCloudOff } from '../../../ui/icons.ts'
import { refusedChanges } from '../data.ts'
import css from './RowState.module.css'

/** Says that a change waits, or that the server has refused it. */
export function RowState({
  id,
  isWaiting,
  onRetry,
}: {
  id: string
  isWaiting: boolean
  onRetry: () => void
}) {
  const refused = useStoreSelector(refusedChanges, changes => changes.get(id))
  if (isWaiting)
    return (
      <p className={`row text12 g6 warn ${css.state}`}>
        <IconCloudOff className="i s14" />
        {texts.waiting}
      </p>
    )
  if (!refused) return null
  return (
    <p className={`row text12 g6 bad ${css.state}`} role="alert">
      <IconAlertTriangle className="i s14" />
      <span>
        {texts.notSaved}. {refused.reason}
      </span>
      <button type="button" className={`acc w540 rel tap ${css.retry}`} onClick={onRetry}>
        {uiTexts.retry}
      </button>
    </p>
  )
}
