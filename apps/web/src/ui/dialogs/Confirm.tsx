import { uiTexts } from '@nestmark/texts/ui'
import { useTask } from '../fields/useTask.ts'
import { Button, type Icon } from '../fields/Button.tsx'
import { CancelButton } from './CancelButton.tsx'
import css from './Confirm.module.css'
import { Dialog } from './Dialog.tsx'

/** A confirmation dialog with one action; without `confirm` a notice with an OK button. */
export function Confirm({
  title,
  body,
  confirm,
  icon,
  danger,
  run,
  onClose,
}: {
  title: string
  body?: string
  confirm?: string
  icon?: Icon
  danger?: boolean
  run?: () => void | Promise<unknown>
  onClose: () => void
}) {
  const task = useTask()
  const runAction = async () => {
    await run?.()
    onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        confirm ? (
          <>
            <CancelButton onClick={onClose} />
            <Button
              data-autofocus
              variant={danger ? 'plain' : 'primary'}
              className={danger ? css.danger : undefined}
              icon={icon}
              disabled={task.busy}
              // A toast has already shown the refusal. The dialog stays open for a retry.
              onClick={() => void task.run(runAction, () => undefined)}
            >
              {confirm}
            </Button>
          </>
        ) : (
          <Button data-autofocus variant="primary" onClick={onClose}>
            {uiTexts.ok}
          </Button>
        )
      }
    >
      {body && <p className={`t2 anywhere f14 ${css.body}`}>{body}</p>}
    </Dialog>
  )
}
