import type { findFeeds } from '@nestmark/contract/feeds'
import type { Output } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
import { feedTexts as texts } from '@nestmark/texts/feeds'
import { type FormEvent, useState } from 'react'
import type { Refusal } from '../../lib/api/client.ts'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { fieldCss } from '../../ui/fields/Field.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useAddFeed, useFindFeeds } from './data.ts'
import css from './Feeds.module.css'

type FoundFeed = Output<typeof findFeeds>[number]

/** Adds a feed by its address, or by that of a page: asks which one where the page has several. */
export function AddFeed({ folderId }: { folderId: string }) {
  const [address, setAddress] = useState('')
  const [tag, setTag] = useState('')
  const [withNewest, setWithNewest] = useState(true)
  const [error, setError] = useState<string>()
  const [found, setFound] = useState<readonly FoundFeed[]>([])
  const onError = ({ message }: Refusal) => setError(message)
  const add = useAddFeed({
    quiet: true,
    onError,
    onSuccess() {
      toast({ title: texts.added })
      setAddress('')
      setTag('')
      setFound([])
    },
  })
  const addOne = (feed: FoundFeed) =>
    add.mutate({
      folder_id: folderId,
      address: feed.address,
      tag: tag.trim() || null,
      with_newest: withNewest ? 1 : 0,
    })
  const find = useFindFeeds({
    quiet: true,
    onError,
    onSuccess(feeds) {
      const [only] = feeds
      if (!only) setError(texts.none)
      else if (feeds.length === 1) addOne(only)
      else setFound(feeds)
    },
  })
  const busy = find.isPending || add.isPending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setFound([])
    setError(undefined)
    find.mutate({ address: address.trim() })
  }
  return (
    <form noValidate onSubmit={submit} className={`${fieldCss.stack} ${css.form}`}>
      <TextField
        label={texts.address}
        error={error}
        note={texts.addressNote}
        data-autofocus
        type="url"
        maxLength={limits.feedAddress}
        placeholder="https://"
        dir="ltr"
        value={address}
        onChange={event => {
          setAddress(event.target.value)
          setError(undefined)
        }}
      />
      <TextField
        label={texts.tag}
        hint={texts.optional}
        maxLength={limits.tagName}
        dir="auto"
        value={tag}
        onChange={event => setTag(event.target.value)}
      />
      <label className={`row f14 ${css.choice}`}>
        <Checkbox label={texts.withNewest} checked={withNewest} onChange={() => setWithNewest(!withNewest)} />
        {texts.withNewest}
      </label>
      <FoundFeeds feeds={found} busy={busy} onPick={addOne} />
      <div>
        <Button variant="primary" type="submit" aria-disabled={busy}>
          {find.isPending ? texts.looking : texts.add}
        </Button>
      </div>
    </form>
  )
}

/** Asks which of the feeds of a page is meant. */
function FoundFeeds({
  feeds,
  busy,
  onPick,
}: {
  feeds: readonly FoundFeed[]
  busy: boolean
  onPick: (feed: FoundFeed) => void
}) {
  if (feeds.length === 0) return null
  return (
    <div role="group" aria-label={texts.several}>
      <p className="text13 t2 anywhere">{texts.several}</p>
      <ul className="flex wrap g8 mt8">
        {feeds.map(feed => (
          <li key={feed.address}>
            <Button size="sm" aria-disabled={busy} onClick={() => busy || onPick(feed)}>
              {texts.addOne(feed.title || feed.address)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
