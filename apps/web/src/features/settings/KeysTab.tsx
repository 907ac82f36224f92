import { addKey, type ApiKey } from '@nestmark/contract/apiKeys'
import { generateApiKey } from '@nestmark/core/apiKey'
import { limits } from '@nestmark/core/limits'
import { randomBytes } from '@nestmark/encryption/bytes'
import { settingsTexts as texts } from '@nestmark/texts/accounts/settings'
import { type FormEvent, useState } from 'react'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { formatDate } from '../../lib/dates.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { copyText } from '../../lib/browser/copyText.ts'
import { Button, IconButton } from '../../ui/fields/Button.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { fieldCss } from '../../ui/fields/Field.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { IconApi, IconCopy, IconTrash } from '../../ui/icons.ts'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { useDeleteKey, useKeys, useRenameKey } from './data.ts'
import css from './Settings.module.css'
import { SettingsLoading } from './SettingsLoading.tsx'

/** Lists, creates, renames and deletes API keys. Keys are generated in this browser and shown once. */
export function KeysTab() {
  const keys = useKeys()
  const [newKey, setNewKey] = useState<string>()
  return (
    <>
      {newKey ? (
        <NewKey value={newKey} onDone={() => setNewKey(undefined)} />
      ) : (
        <CreateKey onCreated={setNewKey} />
      )}
      {!keys.data ? (
        <SettingsLoading error={keys.error} onRetry={() => void keys.refetch()} />
      ) : keys.data.length === 0 ? (
        <EmptyState icon={IconApi} level={3} title={texts.noKeys} line={texts.noKeysLine} />
      ) : (
        <ul className={css.rows}>
          {keys.data.map(key => (
            <KeyRow key={key._id} apiKey={key} />
          ))}
        </ul>
      )}
      <a className={`acc w540 ${css.link}`} href="/api/docs">
        {texts.keyDocs}
      </a>
    </>
  )
}

function CreateKey({ onCreated }: { onCreated: (key: string) => void }) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<'read' | 'write'>('write')
  const [error, setError] = useState<string>()
  const create = useOperationMutation(addKey, {
    quiet: true,
    onSuccess: (_, { key }) => onCreated(key),
    onError: ({ message }) => setError(message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ key: generateApiKey(randomBytes), name, type: 1, scope })
  }
  return (
    <form className={`stack top ${css.form}`} onSubmit={submit}>
      <TextField
        label={texts.keyName}
        error={error}
        dir="auto"
        autoComplete="on"
        maxLength={limits.apiKeyName}
        value={name}
        onChange={event => {
          setName(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <Segmented
        label={texts.keyScope}
        value={scope}
        options={[
          { value: 'write', label: texts.scopeWrite },
          { value: 'read', label: texts.scopeRead },
        ]}
        onChange={setScope}
      />
      <Button type="submit" variant="primary" disabled={create.isPending}>
        {texts.createKey}
      </Button>
    </form>
  )
}

function NewKey({ value, onDone }: { value: string; onDone: () => void }) {
  const copy = () =>
    copyText(value, {
      copied: texts.keyCopied,
      failedLine: texts.keyCopyByHand,
    })
  return (
    <section className={`panel stack g10 top ${css.card}`} role="status">
      <h3 className="w540">{texts.newKey}</h3>
      <p className="t2">{texts.newKeyLine}</p>
      <input
        className={`${fieldCss.input} ${css.mono}`}
        aria-label={texts.newKey}
        readOnly
        value={value}
        dir="ltr"
        onFocus={event => event.target.select()}
      />
      <div className={`flex wrap ${css.actions}`}>
        <Button variant="primary" icon={IconCopy} onClick={() => void copy()}>
          {texts.copyKey}
        </Button>
        <Button onClick={onDone}>{texts.keyDone}</Button>
      </div>
    </section>
  )
}

function KeyRow({ apiKey: { _id, key, name, scope, created, last_used } }: { apiKey: ApiKey }) {
  const rename = useRenameKey()
  const remove = useDeleteKey()
  const confirmDelete = () =>
    openOverlay('confirm', {
      title: texts.deleteKeyAsk(name),
      body: texts.deleteKeyLine,
      confirm: texts.delete,
      danger: true,
      run: () => remove.mutateAsync({ key: _id }),
    })
  return (
    <li className={`row g12 ${css.row}`}>
      <div className="grow">
        <input
          key={name}
          className={fieldCss.input}
          aria-label={texts.nameOf(name)}
          defaultValue={name}
          autoComplete="on"
          maxLength={limits.apiKeyName}
          dir="auto"
          onBlur={({ currentTarget }) => {
            const next = currentTarget.value.trim()
            // An empty name does not change the old one.
            if (next === '') currentTarget.value = name
            else if (next !== name) rename.mutate({ key: _id, name: next, type: 2 })
          }}
          onKeyDown={event => event.key === 'Enter' && event.currentTarget.blur()}
        />
        <div className="t3 anywhere mt4 f12">
          <span className={css.mono}>{key}</span> · {scope === 'read' ? texts.scopeRead : texts.scopeWrite} ·{' '}
          {texts.made(formatDate(created))} ·{' '}
          {last_used === null ? texts.neverUsed : texts.used(formatDate(last_used))}
        </div>
      </div>
      <IconButton icon={IconTrash} label={texts.deleteKey(name)} onClick={confirmDelete} />
    </li>
  )
}
