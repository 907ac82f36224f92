import { linksTexts as texts } from '@nestmark/texts/links'
import { uiTexts } from '@nestmark/texts/ui'
import { limits } from '@nestmark/core/limits'
import { getAllTags } from '@nestmark/contract/tags'
import { useId, useState } from 'react'
import { useOperation } from '../../lib/api/operations.ts'
import type { Overlays } from '../../lib/overlay.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FieldError } from '../../ui/FieldError.tsx'
import { IconHash } from '../../ui/icons.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { useTagLinks } from './data.ts'
import css from './TagDialog.module.css'

const ways = [
  { value: 'add', label: texts.tagAdd },
  { value: 'drop', label: texts.tagDrop },
] as const

/** Puts tags on the chosen links, or takes them off. */
export default function TagDialog({
  links = [],
  every,
  onDone,
  onClose,
}: Overlays['tagLinks'] & { onClose: () => void }) {
  const id = useId()
  const [way, setWay] = useState<'add' | 'drop'>('add')
  const [words, setWords] = useState('')
  const [error, setError] = useState('')
  const tags = useOperation(getAllTags, {})
  const change = useTagLinks()
  const count = every?.count ?? links.length
  const names = [
    ...new Set(
      words
        .split(',')
        .map(word => word.trim().replace(/^#+(?=.)/, ''))
        .filter(Boolean),
    ),
  ]
  const run = () => {
    if (names.length === 0) return setError(texts.tagRequired)
    if (names.some(name => name.length > limits.tagName)) return setError(texts.tagTooLong)
    const known = (tags.data ?? []).filter(tag => names.some(name => sameName(name, tag.name)))
    if (way === 'drop' && known.length === 0) return setError(texts.tagUnknown)
    change.mutate(
      {
        ...(every ? { every: every.set, except: every.except } : { links: links.map(link => link._id) }),
        ...(way === 'add' ? { added_tags_name: names } : { deleted_tags: known.map(tag => tag._id) }),
      },
      {
        onSuccess: () => {
          onDone?.()
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title={texts.tagTitle(count)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button variant="primary" icon={IconHash} disabled={change.isPending} onClick={run}>
            {way === 'add' ? texts.tagAdd : texts.tagDrop}
          </Button>
        </>
      }
    >
      <Segmented label={texts.tagWay} options={ways} value={way} onChange={setWay} />
      <label className={css.label} htmlFor={id}>
        {texts.tags}
      </label>
      <input
        id={id}
        className={css.input}
        value={words}
        dir="auto"
        autoComplete="off"
        placeholder={texts.tagPlaceholder}
        list={`${id}-known`}
        aria-invalid={error !== ''}
        aria-describedby={error === '' ? undefined : `${id}-error`}
        onChange={event => {
          setWords(event.target.value)
          setError('')
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          run()
        }}
      />
      <datalist id={`${id}-known`}>
        {(tags.data ?? []).slice(0, 200).map(tag => (
          <option key={tag._id} value={tag.name} />
        ))}
      </datalist>
      {error !== '' && (
        <div id={`${id}-error`}>
          <FieldError>{error}</FieldError>
        </div>
      )}
    </Dialog>
  )
}

const sameName = (a: string, b: string) =>
  a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase()
