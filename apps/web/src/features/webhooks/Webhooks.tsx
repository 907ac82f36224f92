import { limits } from '@nestmark/core/limits'
import { webhookTexts as texts } from '@nestmark/texts/webhooks'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconPlus, IconWebhook } from '../../ui/icons.ts'
import { LoadError } from '../../ui/progress/LoadError.tsx'
import { SkeletonBox, LoadingState } from '../../ui/progress/Skeleton.tsx'
import { useWebhooks } from './data.ts'
import { WebhookRow } from './WebhookRow.tsx'
import css from './Webhooks.module.css'

/** The user's webhooks, below the API keys. */
export function Webhooks() {
  const { data, error, isError, refetch } = useWebhooks()
  const isFull = (data?.length ?? 0) >= limits.webhooks
  const create = (
    <Button icon={IconPlus} onClick={() => openOverlay('webhook', {})}>
      {texts.create}
    </Button>
  )
  return (
    <section className={`stack g16 ${css.section}`} aria-labelledby="webhooks">
      <div className={`flex g16 top ${css.head}`}>
        <div className="grow">
          <h2 className="h2" id="webhooks">
            {texts.title}
          </h2>
          <p className={`t3 text14 ${css.lead}`}>{texts.line}</p>
        </div>
        {data && data.length > 0 && !isFull && create}
      </div>
      {isError && !data ? (
        <LoadError level={3} title={texts.failed} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState text={texts.title}>
          {[0, 1].map(index => (
            <SkeletonBox key={index} style={{ height: 104, borderRadius: 12, marginBottom: 12 }} />
          ))}
        </LoadingState>
      ) : data.length === 0 ? (
        <EmptyState icon={IconWebhook} level={3} title={texts.none} line={texts.noneLine}>
          {create}
        </EmptyState>
      ) : (
        <ul className="stack g12">
          {data.map(webhook => (
            <WebhookRow key={webhook._id} webhook={webhook} />
          ))}
        </ul>
      )}
      {isFull && <p className="t3">{texts.limitReached(limits.webhooks)}</p>}
      <a className={`acc w540 ${css.docs}`} href="/api/docs#webhooks">
        {texts.docs}
      </a>
    </section>
  )
}
