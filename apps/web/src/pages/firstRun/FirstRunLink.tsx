import { saveLink } from '@nestmark/contract/links/links'
import type { Link as LinkShape } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { truncateText } from '@nestmark/core/words/truncateText'
import { namesHost } from '@nestmark/core/addresses/url'
import { clipboardTexts } from '@nestmark/texts/links/clipboard'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { firstRunTexts as texts } from '@nestmark/texts/firstRun'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Link } from '../../lib/router/links.tsx'
import { toDisplayName, useTree } from '../../features/collections/data.ts'
import { useOneClickSave } from '../../features/links/clipboard/useOneClickSave.ts'
import { useTrashLinks } from '../../features/links/data.ts'
import { useLink } from '../../features/links/detail/singleLinkData.ts'
import { formatTitle } from '../../features/links/linkDisplay.ts'
import { MiniThumb } from '../../features/links/list/items/Thumb.tsx'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { usePhone } from '../../lib/media/media.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { fieldCss } from '../../ui/fields/Field.tsx'
import { Kbd } from '../../ui/menus/Kbd.tsx'
import css from './FirstRun.module.css'

/** A field that saves an address immediately, or other text as a note, and shows the saved link with an undo button. */
export function FirstRunLink({ isDone }: { isDone: boolean }) {
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const [saved, setSaved] = useState<LinkShape | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const save = useOneClickSave(undefined, setSaved)
  const note = useOperationMutation(saveLink, {
    onSuccess: setSaved,
    later: ({ name }) => ({ title: name }),
  })
  const id = useId()
  const phone = usePhone()
  const text = typed.trim()
  const clear = () => {
    setTyped('')
    setRefused(false)
    // The pressed button may disappear.
    input.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text === '') return
    if (!namesHost(text) || /\s/.test(text)) return setRefused(true)
    setTyped('')
    void save(text)
  }
  const saveNote = () => {
    note.mutate({ category: 4, subCategory: 1, name: truncateText(text, limits.title), desc: text })
    clear()
  }
  const label = isDone ? texts.pasteAnother : texts.paste
  return (
    <form className={css.link} onSubmit={submit}>
      <div className={`flex g8 ${css.field}`}>
        <input
          ref={input}
          className={fieldCss.input}
          type="text"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          dir="auto"
          aria-label={label}
          placeholder={label}
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? id : undefined}
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setRefused(false)
          }}
        />
        <Button type="submit" variant={isDone ? 'plain' : 'primary'}>
          {texts.save}
        </Button>
      </div>
      {isRefused && (
        <p id={id} role="alert" className="row wrap g8">
          {texts.notAnAddress}{' '}
          <Button size="sm" onClick={saveNote}>
            {texts.saveNote}
          </Button>
        </p>
      )}
      {saved ? (
        <SavedRow
          saved={saved}
          onUndone={() => {
            setSaved(null)
            input.current?.focus()
          }}
        />
      ) : (
        !phone &&
        !isRefused && (
          <p className="row wrap g8 t3">
            <Kbd keys={['Ctrl', 'V']} /> {texts.pasteKeys}
          </p>
        )
      )}
    </form>
  )
}

/** Shows the saved link: its address until its page is read, then its title. */
function SavedRow({ saved, onUndone }: { saved: LinkShape; onUndone: () => void }) {
  const { index } = useTree()
  const { link = saved } = useLink(saved._id)
  const trash = useTrashLinks()
  const place =
    link.parent === index?.root ? collectionsTexts.dashboard : toDisplayName(link.parent_name ?? '')
  // It may be trashed elsewhere on the page.
  if (link.is_trash !== 0) return null
  return (
    <div className={`row g12 min0 ${css.saved}`} role="status">
      <MiniThumb link={link} />
      <div className="grow">
        <Link className={`el w560 block ${css.savedTitle}`} to={`/l/${link._id}`} dir="auto">
          {formatTitle(link)}
        </Link>
        <div className="el t3 f12">{clipboardTexts.savedTo(place)}</div>
      </div>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          trash.mutate({ linkIdArr: [link._id], isTrash: 1 })
          onUndone()
        }}
      >
        {clipboardTexts.undo}
      </Button>
    </div>
  )
}
