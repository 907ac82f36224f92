import { limits } from '@nestmark/core/limits'
import { containsDomain } from '@nestmark/core/url'
import { addLinkTexts } from '@nestmark/texts/addLink'
import { firstRunTexts as texts } from '@nestmark/texts/firstRun'
import { transferTexts } from '@nestmark/texts/importExport'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { currentImport } from '../features/importExport/current.ts'
import { clearResult, manyFolders, startImport, stopImport } from '../features/importExport/data.ts'
import { FileDrop } from '../features/importExport/FileDrop.tsx'
import { countFolders } from '../features/importExport/countFolders.ts'
import { ImportProgress } from '../features/importExport/ImportProgress.tsx'
import { useOneClickSave } from '../features/links/clipboard/useOneClickSave.ts'
import { BookmarkletLink } from '../features/links/BookmarkletLink.tsx'
import { useMe, useUpdateAnnouncements } from '../features/session/data.ts'
import { installOffer } from '../lib/install.ts'
import { usePhone } from '../lib/media.ts'
import { focusPage, openOverlay } from '../lib/overlay.ts'
import { useStore } from '../lib/store.ts'
import { toast } from '../lib/toasts.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { fieldCss } from '../ui/Field.tsx'
import { IconCheck } from '../ui/icons.ts'
import { Kbd } from '../ui/Kbd.tsx'
import css from './FirstRun.module.css'

/**
 * The first steps of a new account: save a link, import bookmarks, save from other pages. Each is done here, and ticked
 * when it is done, on every device. It is shown until all are done or the user hides it; the help menu shows it again.
 */
export function FirstRun() {
  const me = useMe()
  const { listed, dismiss } = useUpdateAnnouncements('first-run')
  const again = useUpdateAnnouncements('first-run-again')
  const importStep = useUpdateAnnouncements('first-run-import')
  const browseStep = useUpdateAnnouncements('first-run-browse')
  const hasLinks = me !== undefined && Object.values(me.count).some(count => count > 0)
  const steps = [hasLinks, !importStep.listed, !browseStep.listed]
  const done = steps.filter(Boolean).length
  const isShown = me !== undefined && (again.listed || (listed && done < steps.length))
  const { hash } = useLocation()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isShown && hash === '#first-steps') panel.current?.focus()
  }, [isShown, hash])
  if (!isShown) return null
  const hide = () => {
    if (listed) dismiss()
    if (again.listed) again.dismiss()
    toast({ title: texts.hidden })
    // The button disappears with the panel.
    focusPage()
  }
  return (
    <section ref={panel} tabIndex={-1} className={css.panel} aria-label={texts.title(me.name, hasLinks)}>
      <div className={css.head}>
        <div className="grow">
          <h2 className={css.title}>{texts.title(me.name, hasLinks)}</h2>
          <p className="t2">{texts.line}</p>
        </div>
        <div className={css.eggs} aria-hidden="true">
          {steps.map((isDone, index) => (
            <span key={index} className={classes(css.egg, isDone && css.filled)} />
          ))}
        </div>
        <div className={css.progress}>
          <b className="num">{texts.progress(done)}</b>
          <button type="button" className={css.hide} onClick={hide}>
            {texts.hide}
          </button>
        </div>
      </div>
      <ol className={css.steps}>
        <Step number={1} title={texts.link} line={texts.linkLine} isDone={hasLinks}>
          <LinkStep isDone={hasLinks} />
        </Step>
        <Step number={2} title={texts.bring} line={texts.bringLine} isDone={!importStep.listed}>
          <ImportStep isDone={!importStep.listed} onDone={importStep.dismiss} />
        </Step>
        <BrowseStep isDone={!browseStep.listed} />
      </ol>
    </section>
  )
}

function Step({
  number,
  title,
  line,
  isDone,
  children,
}: {
  number: number
  title: string
  line: string
  isDone: boolean
  children: ReactNode
}) {
  return (
    <li className={css.step}>
      <div className={css.stepHead}>
        <span className={classes(css.number, isDone && css.ticked)} aria-hidden="true">
          {isDone ? <IconCheck className="i s14" /> : number}
        </span>
        <h3 className={css.stepTitle}>{title}</h3>
        {isDone && <span className={css.done}>{texts.done}</span>}
      </div>
      <p className="t2">{line}</p>
      {children}
    </li>
  )
}

/** A field that saves an address at once; other text becomes a note. */
function LinkStep({ isDone }: { isDone: boolean }) {
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const save = useOneClickSave(undefined)
  const id = useId()
  const phone = usePhone()
  const text = typed.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text === '') return
    if (!containsDomain(text) || /\s/.test(text)) return setRefused(true)
    setTyped('')
    void save(text)
  }
  const label = isDone ? texts.pasteAnother : texts.paste
  return (
    <form className={css.link} onSubmit={submit}>
      <div className={css.field}>
        <input
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
      {isRefused ? (
        <p id={id} role="alert" className={css.note}>
          {texts.notAnAddress}{' '}
          <Button
            size="sm"
            onClick={() => {
              openOverlay('addLink', { category: 4, desc: text })
              setTyped('')
              setRefused(false)
            }}
          >
            {texts.saveNote}
          </Button>
        </p>
      ) : (
        !phone && (
          <p className={classes('t3', css.keys)}>
            <Kbd keys={['Ctrl', 'V']} /> {texts.pasteKeys}
          </p>
        )
      )}
    </form>
  )
}

/** Imports a file here; the progress replaces the drop zone. */
function ImportStep({ isDone, onDone }: { isDone: boolean; onDone: () => void }) {
  const state = useStore(currentImport)
  const [problem, setProblem] = useState<string>()
  const isImported = state.phase === 'ended' && state.job.state === 'done'
  const tick = useEffectEvent(onDone)
  useEffect(() => {
    if (isImported && !isDone) tick()
  }, [isImported, isDone])
  if (state.phase === 'sending' || state.phase === 'running')
    return (
      <div className={css.import}>
        <ImportProgress state={state} />
        <Button size="sm" onClick={() => void stopImport()}>
          {texts.cancel}
        </Button>
      </div>
    )
  const start = async (file: File) => {
    // The dialog proposes a collection around many folders.
    if ((await countFolders(file, manyFolders)) >= manyFolders) {
      // Otherwise the dialog shows the report of an earlier import.
      clearResult()
      openOverlay('import', { file })
    } else void startImport(file, null)
  }
  const choose = (file: File) => {
    const isHtml = /\.html?$/i.test(file.name) || /html/.test(file.type)
    const isTooLarge = file.size > limits.importBytes
    setProblem(
      isTooLarge ? transferTexts.tooLarge(limits.importBytes) : isHtml ? undefined : transferTexts.notHtml,
    )
    if (isHtml && !isTooLarge) void start(file)
  }
  return (
    <div className={css.import}>
      <FileDrop
        file={null}
        error={problem ?? (state.phase === 'refused' ? state.message : undefined)}
        onFile={choose}
      />
      {state.phase === 'ended' && (
        <Button size="sm" onClick={() => openOverlay('import', {})}>
          {texts.report}
        </Button>
      )}
    </div>
  )
}

function BrowseStep({ isDone }: { isDone: boolean }) {
  const phone = usePhone()
  const offer = useStore(installOffer)
  const others = (
    <Button size="sm" onClick={() => openOverlay('waysIn', {})}>
      {texts.other}
    </Button>
  )
  return (
    <Step number={3} title={texts.browse} line={phone ? texts.browsePhone : texts.browseLine} isDone={isDone}>
      {phone ? (
        <div className={css.browse}>
          {offer && (
            <Button variant="primary" onClick={() => void offer.prompt()}>
              {addLinkTexts.install}
            </Button>
          )}
          {others}
        </div>
      ) : (
        <>
          <div className={css.browse}>
            <BookmarkletLink />
            <span className={classes('t3', css.keys)}>
              {texts.barHidden} <Kbd keys={['Ctrl', '⇧', 'B']} />
            </span>
          </div>
          {others}
        </>
      )}
    </Step>
  )
}
