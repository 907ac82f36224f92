import type { Input } from '@nestmark/contract/operation'
import { type createWebhook, hookEvents, type HookEvent, type Webhook } from '@nestmark/contract/webhooks'
import { limits } from '@nestmark/core/limits'
import { webhookTexts as texts } from '@nestmark/texts/webhooks'
import { useState } from 'react'
import type { Refusal } from '../../lib/api/client.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { fieldCss } from '../../ui/fields/Field.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { CollectionField } from '../collections/picker/CollectionField.tsx'
import { useTree } from '../collections/data.ts'
import { useCreateWebhook, useNewWebhookSecret, useUpdateWebhook } from './data.ts'
import { EventChoice } from './EventChoice.tsx'

type Errors = Partial<Record<'address' | 'events' | 'folder' | 'form', string>>

/** Creates a webhook and then shows its secret, or edits one. */
export default function WebhookForm({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const root = useTree().index?.root
  const [address, setAddress] = useState(webhook?.address ?? '')
  const [desc, setDesc] = useState(webhook?.desc ?? '')
  const [events, setEvents] = useState<readonly HookEvent[]>(webhook?.events ?? hookEvents)
  const [folder, setFolder] = useState<string | null>(webhook?.folder?._id ?? null)
  const [errors, setErrors] = useState<Errors>({})
  const { save, busy } = useSaveWebhook(webhook, onClose, refusal => setErrors(toErrors(refusal)))
  const submit = () => {
    if (busy) return
    save({ address: address.trim(), desc: desc.trim(), events: [...events], folder_id: folder })
  }
  return (
    <Dialog
      title={webhook ? texts.formEdit : texts.formNew}
      size={520}
      onClose={onClose}
      footerStart={webhook && <NewSecretButton webhook={webhook} onDone={onClose} />}
      action={{ 'aria-disabled': busy, children: webhook ? texts.save : texts.make }}
      onSubmit={submit}
      formClass={fieldCss.stack}
    >
      <TextField
        label={texts.address}
        error={errors.address}
        note={texts.addressNote}
        data-autofocus
        type="url"
        maxLength={limits.webhookAddress}
        placeholder="https://"
        dir="ltr"
        value={address}
        onChange={event => {
          setAddress(event.target.value)
          setErrors({})
        }}
      />
      <TextField
        label={texts.desc}
        hint={texts.optional}
        maxLength={limits.webhookDesc}
        dir="auto"
        value={desc}
        onChange={event => setDesc(event.target.value)}
      />
      <EventChoice
        value={events}
        error={errors.events}
        onChange={chosen => {
          setEvents(chosen)
          setErrors({})
        }}
      />
      <CollectionField
        label={texts.folder}
        value={folder}
        rootLabel={texts.folderAll}
        error={errors.folder}
        onChange={id => setFolder(id === root ? null : id)}
      />
      {errors.form && <FieldError>{errors.form}</FieldError>}
    </Dialog>
  )
}

/** Replaces the secret of a webhook after a confirmation. */
function NewSecretButton({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const renew = useNewWebhookSecret()
  const confirmNewSecret = () =>
    openOverlay('confirm', {
      title: texts.newSecretAsk,
      body: texts.newSecretLine,
      confirm: texts.newSecret,
      run: () => renew.mutateAsync({ webhook_id: webhook._id }).then(onDone),
    })
  return (
    <Button variant="ghost" onClick={confirmNewSecret}>
      {texts.newSecret}
    </Button>
  )
}

/** Returns a function that creates the webhook, and then shows its secret, or updates it. */
function useSaveWebhook(
  webhook: Webhook | undefined,
  onClose: () => void,
  onRefused: (refusal: Refusal) => void,
) {
  const create = useCreateWebhook({
    quiet: true,
    onError: onRefused,
    onSuccess({ secret }) {
      onClose()
      openOverlay('webhookSecret', { secret })
    },
  })
  const update = useUpdateWebhook({
    quiet: true,
    onError: onRefused,
    onSuccess() {
      toast({ title: texts.saved })
      onClose()
    },
  })
  return {
    save: (values: Input<typeof createWebhook>) =>
      webhook ? update.mutate({ webhook_id: webhook._id, ...values }) : create.mutate(values),
    busy: create.isPending || update.isPending,
  }
}

function toErrors({ code, message }: Refusal): Errors {
  if (code.startsWith('webhooks.address')) return { address: message }
  if (code === 'webhooks.eventsRequired') return { events: message }
  if (code.startsWith('collections.')) return { folder: message }
  return { form: message }
}
