import { showError } from '../../../lib/api/showError.ts'
import { type ReactNode, useState } from 'react'
import { Refusal } from '../../../lib/api/client.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { IconKey } from '../../../ui/icons.ts'
import { useTask } from '../../../ui/fields/useTask.ts'
import { useFocusProblem } from '../../../ui/fields/useFocusProblem.ts'
import { checkSecret } from '../keys/NewKeyFields.tsx'
import { SecretField } from '../keys/SecretField.tsx'

/** A dialog with one field, for a new secret or for one that opens something. */
export function SecretDialog({
  title,
  lead,
  label,
  isNew = false,
  action,
  busyAction = action,
  problem,
  wrong,
  onSubmit,
  onClose,
}: {
  title: string
  lead: string
  /** The label of the field; without it that of a secret key. */
  label?: string
  /** The secret is chosen here: it is checked, measured, and can be generated. */
  isNew?: boolean
  /** The label of the button, and its text while it works. */
  action: string
  busyAction?: string
  /** Shown in place of the field: why no secret can be entered. */
  problem?: ReactNode
  /** The error for anything that fails, except a refusal of the server. */
  wrong: string
  /** Uses the secret, and closes the dialog at the end. @throws Refusal, or an error for a secret that is wrong */
  onSubmit: (secret: string) => Promise<void>
  onClose: () => void
}) {
  const [secret, setSecret] = useState('')
  const [error, setError] = useState<string>()
  const { busy, run } = useTask()
  const showProblem = useFocusProblem()
  const submit = () => {
    if (busy) return
    const found = isNew ? checkSecret(secret) : undefined
    setError(found)
    if (found) return showProblem()
    void run(
      () => onSubmit(secret),
      failure => {
        if (failure instanceof Refusal) showError(failure)
        else setError(wrong)
        showProblem()
      },
    )
  }
  return (
    <Dialog
      title={title}
      icon={IconKey}
      onClose={onClose}
      action={{
        disabled: busy || (problem !== undefined && problem !== null),
        children: busy ? busyAction : action,
      }}
      onSubmit={submit}
      formClass="stack g16"
    >
      <p className="text14 t2">{lead}</p>
      {problem ?? (
        <SecretField
          {...(label !== undefined && { label })}
          isNew={isNew}
          autoFocus
          value={secret}
          error={error}
          onChange={text => {
            setSecret(text)
            setError(undefined)
          }}
        />
      )}
    </Dialog>
  )
}
