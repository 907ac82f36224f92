import { webhookTexts as texts } from '@nestmark/texts/webhooks'
import { copyText } from '../../lib/browser/copyText.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { fieldCss } from '../../ui/fields/Field.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { IconCopy } from '../../ui/icons.ts'
import css from './Webhooks.module.css'

/** Shows the secret of a webhook once. */
export default function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const copy = () => copyText(secret, { ...texts, failedLine: texts.copyByHand })
  return (
    <Dialog
      title={texts.secretTitle}
      size={520}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.done}</Button>
          <Button variant="primary" icon={IconCopy} data-autofocus onClick={() => void copy()}>
            {texts.copy}
          </Button>
        </>
      }
    >
      <div className={fieldCss.stack}>
        <p className="t2">{texts.secretLine}</p>
        <TextField
          label={texts.secret}
          className={css.mono}
          readOnly
          dir="ltr"
          value={secret}
          onFocus={event => event.target.select()}
        />
      </div>
    </Dialog>
  )
}
