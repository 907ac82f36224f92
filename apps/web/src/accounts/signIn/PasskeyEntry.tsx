import type { AuthOutput } from '@nestmark/contract/auth/authOperation'
import { type listPasskeys, removePasskey, renamePasskey } from '@nestmark/contract/auth/authPasskeys'
import type { ProfileState } from '@nestmark/contract/auth/authProfile'
import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { TimeAgo } from '../../ui/marks/TimeAgo.tsx'
import { callAuth } from '../calls.ts'
import { fieldCss } from '../../ui/fields/Field.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { SubmitButton } from '../fields.tsx'
import css from '../profile/profile.module.css'
import { checks } from '../validation.ts'
import { ProofForm } from './twoFactorSteps.tsx'
import { useForm } from '../useForm.ts'

const { passkeys: texts, profile } = accountsTexts

type Passkey = AuthOutput<typeof listPasskeys>['passkeys'][number]

/** Shows a passkey, with inline forms to rename or remove it. */
export function PasskeyEntry({
  passkey,
  state,
  onDone,
}: {
  passkey: Passkey
  state: ProfileState
  onDone: (message: string) => void
}) {
  const [mode, setMode] = useState<'nothing' | 'rename' | 'remove'>('nothing')
  const { id, name, synced, createdAt, lastUsedAt } = passkey
  const finish = (message: string) => {
    setMode('nothing')
    onDone(message)
  }
  if (mode === 'rename')
    return (
      <li className={`row g12 ${css.entry}`}>
        <Rename passkey={passkey} onDone={() => finish(texts.renamed)} onBack={() => setMode('nothing')} />
      </li>
    )
  if (mode === 'remove')
    return (
      <li className={`row g12 ${css.entry}`}>
        <div className={fieldCss.stack}>
          <p role="status">{texts.removeAsk(name)}</p>
          <ProofForm
            state={state}
            submitLabel={texts.remove}
            action={async password => {
              await callAuth(removePasskey, { id, password })
              finish(texts.removed)
            }}
            onBack={() => setMode('nothing')}
          />
        </div>
      </li>
    )
  return (
    <li className={`row g12 ${css.entry}`}>
      <div className="grow">
        <div className={`row text14 wrap ${css.name}`}>
          <span dir="auto">{name}</span>
        </div>
        <div className="text12 t3">
          {synced ? texts.synced : texts.single}, {texts.addedTime} <TimeAgo time={createdAt} />.{' '}
          {lastUsedAt === null ? (
            texts.neverUsed
          ) : (
            <>
              {profile.lastUsed} <TimeAgo time={lastUsedAt} />
            </>
          )}
        </div>
      </div>
      <Button size="sm" aria-label={texts.renameLabel(name)} onClick={() => setMode('rename')}>
        {texts.rename}
      </Button>
      <Button
        size="sm"
        className={css.danger}
        aria-label={texts.removeLabel(name)}
        onClick={() => setMode('remove')}
      >
        {texts.remove}
      </Button>
    </li>
  )
}

function Rename({ passkey, onDone, onBack }: { passkey: Passkey; onDone: () => void; onBack: () => void }) {
  const form = useForm({ passkey: checks.passkeyName }, async values => {
    await callAuth(renamePasskey, { id: passkey.id, name: values.passkey.trim() })
    onDone()
  })
  return (
    <form className={`grow ${fieldCss.stack}`} method="post" noValidate onSubmit={form.onSubmit}>
      <TextField
        {...form.field('passkey')}
        label={texts.nameField}
        defaultValue={passkey.name}
        autoComplete="on"
        maxLength={100}
        dir="auto"
        autoFocus
      />
      <div className={`flex wrap g8 ${css.buttons}`}>
        <SubmitButton form={form} label={texts.save} busyLabel={texts.save} />
        <Button onClick={onBack}>{texts.keep}</Button>
      </div>
    </form>
  )
}
