import type { HookDelivery, Webhook } from '@nestmark/contract/webhooks'
import { webhookTexts as texts } from '@nestmark/texts/webhooks'
import { Fragment } from 'react'
import { formatDateTime, isoDate } from '../../lib/dates.ts'
import { Button, type Icon } from '../../ui/fields/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconAlertTriangle, IconCheck, IconClock, IconMinus, IconWebhook } from '../../ui/icons.ts'
import { LoadError } from '../../ui/progress/LoadError.tsx'
import { SkeletonBox, LoadingState } from '../../ui/progress/Skeleton.tsx'
import { useDeliveries, useRedeliver } from './data.ts'
import css from './Webhooks.module.css'

const icons: Record<HookDelivery['state'], Icon> = {
  waiting: IconClock,
  delivered: IconCheck,
  failed: IconAlertTriangle,
  dropped: IconMinus,
}

/** The recent deliveries of a webhook with their results. */
export default function Deliveries({
  webhook,
  onClose,
}: {
  webhook: Pick<Webhook, '_id' | 'address' | 'is_active'>
  onClose: () => void
}) {
  const { data, error, isError, refetch } = useDeliveries(webhook._id)
  return (
    <Dialog title={texts.deliveries} size={580} onClose={onClose}>
      <p className={`t3 anywhere f13 ${css.intro}`}>
        <bdi dir="ltr">{webhook.address}</bdi>
        <br />
        {texts.deliveriesLine}
      </p>
      {isError && !data ? (
        <LoadError level={3} title={texts.deliveriesFailed} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState text={texts.looking}>
          {[0, 1, 2, 3].map(index => (
            <SkeletonBox key={index} style={{ height: 48, borderRadius: 8, marginBottom: 12 }} />
          ))}
        </LoadingState>
      ) : data.length === 0 ? (
        <EmptyState icon={IconWebhook} level={3} title={texts.noDeliveries} line={texts.noDeliveriesLine} />
      ) : (
        <ul className={css.deliveries}>
          {data.map(each => (
            <Delivery key={each._id} delivery={each} canRedeliver={webhook.is_active} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Delivery({ delivery, canRedeliver }: { delivery: HookDelivery; canRedeliver: boolean }) {
  const { _id, events, count, state, status, tries, created, next } = delivery
  const redeliver = useRedeliver()
  const Glyph = icons[state]
  const date = formatDateTime(created)
  const details = [
    tries > 0 && (status === null ? texts.noAnswer : texts.answered(status)),
    tries > 0 && texts.tries(tries),
    next !== null && tries > 0 && texts.nextTry(formatDateTime(next)),
  ]
  return (
    <li className={`row g12 ${css.delivery}`}>
      <span className={`middle t2 rigid ${css.stateIcon}`} data-state={state}>
        <Glyph className="i s14" />
      </span>
      <div className="grow">
        <div className={`text14 anywhere ${css.summary}`}>
          <strong>{texts.states[state]}</strong> · <span dir="ltr">{events.join(', ')}</span> ·{' '}
          {texts.items(count)}
        </div>
        <div className={`t3 text13 anywhere ${css.line}`}>
          <time dateTime={isoDate(created)}>{date}</time>
          {details.map(
            detail =>
              detail && (
                <Fragment key={detail}>
                  {' · '}
                  <span className={css.detail}>{detail}</span>
                </Fragment>
              ),
          )}
        </div>
      </div>
      {canRedeliver && (
        <Button
          size="sm"
          aria-label={texts.againOf(date)}
          aria-disabled={redeliver.isPending}
          onClick={() => redeliver.isPending || redeliver.mutate({ delivery_id: _id })}
        >
          {texts.again}
        </Button>
      )}
    </li>
  )
}
