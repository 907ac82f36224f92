import { passkeyKeysTexts as texts } from '@nestmark/texts/encryption/passkeyKeys'
import { useState } from 'react'
import { keyRing, useKeys } from '../../../lib/encryption/keyRing.ts'
import { focusPage } from '../../../lib/overlays/overlay.ts'
import { toast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { FieldError } from '../../../ui/fields/FieldError.tsx'
import { IconFingerprint } from '../../../ui/icons.ts'
import { accountsUrl } from '../../session/signIn.ts'
import css from '../members/members.module.css'
import own from './passkeys.module.css'
import {
  changePasskeyKeys,
  openPasskeyKeys,
  type PasskeyQuestion,
  type PasskeyRecord,
} from './passkeyKeys.ts'
import { PasskeyRow } from './PasskeyRow.tsx'
import { type PasskeyKeys, usePasskeyKeys, usePrfSupport } from './usePasskeyKeys.ts'
import { usePasskeyTask } from './usePasskeyTask.ts'

/** The passkeys that open keys: set up, update and remove them. Renders nothing in a browser without passkeys. */
export function PasskeyCard() {
  const known = usePasskeyKeys()
  if (!known) return null
  return (
    <section className={`stack g10 top panel ${css.card}`} aria-label={texts.title}>
      <h3 className={`row g8 ${css.title}`}>
        <IconFingerprint className="i s18" />
        {texts.title}
      </h3>
      <p className="t2">{texts.line}</p>
      <Passkeys known={known} />
    </section>
  )
}

function Passkeys({ known }: { known: PasskeyKeys }) {
  const [problem, setProblem] = useState<string>()
  const { busy, run } = usePasskeyTask(known, setProblem)
  const hasKeys = useKeys().length > 0
  const reason = useReason(known)
  const start = (
    records: readonly { credential_id: string }[],
    task: (question: PasskeyQuestion) => Promise<unknown>,
    { done, endsButton }: { done: string; endsButton: boolean },
  ) => {
    setProblem(undefined)
    void run(records, async question => {
      await task(question)
      if (endsButton) focusPage()
      toast({ title: done })
    })
  }
  const setUp = () =>
    start(others, question => changePasskeyKeys(question, { add: keyRing.get() }), {
      done: texts.ready,
      endsButton: others.length === 1,
    })
  const open = (record: PasskeyRecord) =>
    start([record], question => openPasskeyKeys(question, { records: [record], lifetime: 0 }), {
      done: texts.opened,
      endsButton: true,
    })
  const others = known.account_passkeys.filter(
    each => !known.passkeys.some(record => record.credential_id === each.credential_id),
  )
  return (
    <>
      {known.passkeys.length > 0 && (
        <ul className={css.list} aria-label={texts.list}>
          {known.passkeys.map(record => (
            <PasskeyRow
              key={record.credential_id}
              record={record}
              name={known.account_passkeys.find(each => each.credential_id === record.credential_id)?.name}
              disabled={reason !== undefined}
              onOpen={() => open(record)}
            />
          ))}
        </ul>
      )}
      {reason !== undefined && <p className="t3">{reason}</p>}
      {reason === undefined && others.length > 0 && hasKeys && (
        <Button icon={IconFingerprint} aria-disabled={busy} onClick={setUp}>
          {busy ? texts.waiting : known.passkeys.length > 0 ? texts.setUpAnother : texts.setUp}
        </Button>
      )}
      {reason === undefined && others.length > 0 && !hasKeys && known.passkeys.length === 0 && (
        <p className="t3">{texts.noKeys}</p>
      )}
      {reason === undefined && known.account_passkeys.length === 0 && (
        <div className="row wrap g8">
          <p className="t3">{texts.noPasskey}</p>
          <AccountLink />
        </div>
      )}
      {problem !== undefined && (
        <div>
          <FieldError>{problem}</FieldError>
          <AccountLink />
        </div>
      )}
    </>
  )
}

/** Passkeys are added on the account page, where the person proves who they are. */
function AccountLink() {
  return (
    <a className={`acc w540 ${own.link}`} href={`${accountsUrl()}/profile`}>
      {texts.addPasskey}
    </a>
  )
}

/** Returns why no passkey can open keys here, or undefined. */
function useReason({ site, siteId }: PasskeyKeys): string | undefined {
  const isSupported = usePrfSupport()
  if (site === null) return texts.impossible
  if (siteId === null) return texts.elsewhere(toAddress(site))
  return isSupported ? undefined : texts.noPrf
}

/** On this machine the page may have another port than the server. */
function toAddress({ id, origin }: { id: string; origin: string }): string {
  const port = location.port ? `:${location.port}` : ''
  return id === 'localhost' ? `http://localhost${port}` : origin
}
