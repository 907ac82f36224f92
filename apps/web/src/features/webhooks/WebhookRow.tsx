import { hookEvents, type Webhook } from '@nestmark/contract/webhooks'
import { webhookTexts as texts } from '@nestmark/texts/webhooks'
import { formatDateTime } from '../../lib/dates.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { Button, IconButton } from '../../ui/fields/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconAlertTriangle, IconCheck, IconEdit, IconTrash } from '../../ui/icons.ts'
import { Switch } from '../../ui/fields/Switch.tsx'
import { useDeleteWebhook, useSwitchWebhook, useTestWebhook } from './data.ts'
import css from './Webhooks.module.css'

/** A webhook: its address, state and actions. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { _id: webhook_id, address, desc, events, folder, folder_gone, key, is_active, off_reason } = webhook
  const switchWebhook = useSwitchWebhook()
  const test = useTestWebhook()
  const remove = useDeleteWebhook()
  const confirmDelete = () =>
    openOverlay('confirm', {
      title: texts.deleteAsk,
      body: texts.deleteLine(address),
      confirm: texts.delete,
      danger: true,
      run: () => remove.mutateAsync({ webhook_id }),
    })
  const scope = [
    events.length === hookEvents.length
      ? texts.allEvents
      : texts.someEvents(events.length, hookEvents.length),
    folder ? texts.inside(folder.name) : !folder_gone && texts.everywhere,
  ]
  return (
    <li className={`panel ${css.card}`}>
      <div className={`flex top ${css.header}`}>
        <div className="grow">
          {desc && (
            <div className="anywhere w540">
              <bdi>{desc}</bdi>
            </div>
          )}
          <div className={classes(css.address, !desc && 'anywhere w540')}>
            <bdi dir="ltr">{address}</bdi>
          </div>
        </div>
        <Switch
          label={texts.switch(address)}
          on={is_active}
          state={is_active ? texts.on : texts.off}
          disabled={switchWebhook.isPending}
          onChange={on => switchWebhook.mutate({ webhook_id, is_active: on ? 1 : 0 })}
        />
      </div>
      <p className={`t3 text13 anywhere ${css.line}`}>{scope.filter(Boolean).join(' ')}</p>
      {key && <p className={`t3 text13 anywhere ${css.line}`}>{texts.ofKey(key.name)}</p>}
      <p className={`t3 text13 anywhere ${css.line}`}>{formatLastDelivery(webhook)}</p>
      {(off_reason || folder_gone) && (
        <p className={`flex baseline g6 mt8 text13 ${css.warning}`}>
          <IconAlertTriangle className="i s14" />
          {off_reason ? texts.offReason[off_reason] : texts.folderDeleted}
        </p>
      )}
      <div className={`row wrap g8 ${css.actions}`}>
        <Button
          size="sm"
          aria-label={test.isPending ? texts.testingOf(address) : texts.testOf(address)}
          aria-disabled={test.isPending}
          onClick={() => test.isPending || test.mutate({ webhook_id })}
        >
          {test.isPending ? texts.testing : texts.test}
        </Button>
        <Button
          size="sm"
          aria-label={texts.deliveriesOf(address)}
          onClick={() => openOverlay('listDeliveries', { webhook })}
        >
          {texts.deliveries}
        </Button>
        <span className="grow" />
        <IconButton
          icon={IconEdit}
          label={texts.editOf(address)}
          tip={texts.edit}
          onClick={() => openOverlay('webhook', { webhook })}
        />
        <IconButton
          icon={IconTrash}
          label={texts.deleteOf(address)}
          tip={texts.delete}
          onClick={confirmDelete}
        />
      </div>
      <div role="status">
        {test.data && (
          <p className={`flex baseline g6 mt8 text13 ${test.data.ok ? css.success : css.warning}`}>
            {test.data.ok ? <IconCheck className="i s14" /> : <IconAlertTriangle className="i s14" />}
            {formatResult(test.data)}
          </p>
        )}
      </div>
    </li>
  )
}

function formatLastDelivery({ last }: Webhook): string {
  if (!last) return texts.never
  const date = formatDateTime(last.date)
  return last.ok && last.status !== null ? texts.taken(last.status, date) : texts.notTaken(last.status, date)
}

function formatResult({ ok, status }: { ok: boolean; status: number | null }): string {
  if (status === null) return texts.testNoAnswer
  return ok ? texts.testTaken(status) : texts.testRefused(status)
}
