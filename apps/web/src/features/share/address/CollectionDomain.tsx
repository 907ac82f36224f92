import { hasPlanFeature } from '@nestmark/core/plans/plans'
import {
  deleteDomain,
  type Domain,
  getDomain,
  setDomain,
  verifyDomain,
} from '@nestmark/contract/sharing/domains'
import { domainTexts as texts } from '@nestmark/texts/sharing/domains'
import { type RefObject, useState } from 'react'
import { useOperation, useOperationMutation } from '../../../lib/api/operations.ts'
import { formatDate } from '../../../lib/dates.ts'
import { toast } from '../../../lib/toasts.ts'
import { copyText } from '../../../lib/browser/copyText.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { FieldError } from '../../../ui/fields/FieldError.tsx'
import { useMe } from '../../session/data.ts'
import css from './CollectionDomain.module.css'
import { onEnter } from '../onEnter.ts'
import { type UnsavedParts, useUnsavedPart } from '../dialog/unsavedParts.ts'

interface Props {
  collectionId: string
  unsaved: RefObject<UnsavedParts>
}

/** The domain of a public collection: sets, verifies and removes it. Shown where the plan has domains, or there is one. */
export function CollectionDomain({ collectionId, unsaved }: Props) {
  const me = useMe()
  const { data: domain } = useOperation(getDomain, { folder_id: collectionId }, { quiet: true })
  const hasPlan = me !== undefined && hasPlanFeature(me.plan, 'customDomain')
  if (domain === undefined || (domain === null && !hasPlan)) return null
  return (
    <section className={`stack g10 ${css.domain}`}>
      <div>
        <span className="w540 block">{texts.title}</span>
        <span className="text12 t3 block">{texts.line}</span>
      </div>
      {domain ? (
        <OneDomain key={domain.host} collectionId={collectionId} domain={domain} />
      ) : (
        <NewDomain collectionId={collectionId} unsaved={unsaved} />
      )}
    </section>
  )
}

function NewDomain({ collectionId: folder_id, unsaved }: Props) {
  const [host, setHost] = useState('')
  const set = useOperationMutation(setDomain, { quiet: true })
  useUnsavedPart(unsaved, 'domain', host.trim() === '' ? null : () => set.mutateAsync({ folder_id, host }))
  const submit = () => {
    if (host.trim() !== '' && !set.isPending) set.mutate({ folder_id, host })
  }
  return (
    <>
      <TextField
        label={texts.host}
        error={set.error?.message}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={500}
        dir="ltr"
        placeholder={texts.placeholder}
        value={host}
        onKeyDown={onEnter(submit)}
        onChange={event => {
          setHost(event.target.value)
          set.reset()
        }}
      />
      <div>
        <Button disabled={host.trim() === '' || set.isPending} onClick={submit}>
          {texts.set}
        </Button>
      </div>
    </>
  )
}

function OneDomain({ collectionId: folder_id, domain }: { collectionId: string; domain: Domain }) {
  const { host, state, ends, record, file } = domain
  const verify = useOperationMutation(verifyDomain, {
    quiet: true,
    onSuccess: ({ host }) => toast({ title: texts.verified(host) }),
  })
  const remove = useOperationMutation(deleteDomain, { onSuccess: () => toast({ title: texts.removed }) })
  const needsProof = state === 'new' || state === 'failing' || state === 'lost'
  return (
    <>
      <div className={`flex wrap baseline ${css.state}`}>
        {state === 'verified' ? (
          <a className="anywhere w540" href={`https://${host}`} target="_blank" rel="noreferrer">
            {host}
          </a>
        ) : (
          <span className="anywhere w540">{host}</span>
        )}
        <span className={`text12 ${state === 'failing' || state === 'lost' ? 'warn' : 't3'}`}>
          {state === 'failing' ? texts.states.failing(formatDate(ends ?? 0)) : texts.states[state]}
        </span>
      </div>
      {needsProof && (
        <>
          <p className="t2">{texts.record}</p>
          <dl className={`stack g6 ${css.record}`}>
            <RecordPart label={texts.name} text={record.name} copy={texts.copyName} />
            <RecordPart label={texts.value} text={record.value} copy={texts.copyValue} />
          </dl>
          <p className="t3 anywhere f12">{texts.orFile(`https://${host}${file}`)}</p>
        </>
      )}
      {verify.error && <FieldError>{verify.error.message}</FieldError>}
      <div className="flex wrap g8">
        {needsProof && (
          <Button
            aria-disabled={verify.isPending}
            onClick={() => verify.isPending || verify.mutate({ folder_id })}
          >
            {verify.isPending ? texts.verifying : texts.verify}
          </Button>
        )}
        <Button variant="ghost" disabled={remove.isPending} onClick={() => remove.mutate({ folder_id })}>
          {texts.remove}
        </Button>
      </div>
    </>
  )
}

function RecordPart({ label, text, copy }: { label: string; text: string; copy: string }) {
  return (
    <div className={css.part}>
      <dt className="t3 f12">{label}</dt>
      <dd className="row apart g8">
        <span className={`anywhere f12 ${css.value}`} dir="ltr">
          {text}
        </span>
        <Button size="sm" aria-label={copy} onClick={() => void copyText(text, texts)}>
          {texts.copy}
        </Button>
      </dd>
    </div>
  )
}
