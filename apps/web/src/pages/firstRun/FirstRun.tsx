import { truncateText } from '@nestmark/core/words/truncateText'
import { addLinkTexts } from '@nestmark/texts/links/addLink'
import { firstRunTexts as texts } from '@nestmark/texts/firstRun'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from '../../lib/router/location.ts'
import { currentImport } from '../../features/importExport/current.ts'
import { FileDrop } from '../../features/importExport/FileDrop.tsx'
import { BookmarkletLink } from '../../features/links/BookmarkletLink.tsx'
import { installOffer } from '../../lib/browser/install.ts'
import { laterPart } from '../../lib/lazy.ts'
import { usePhone } from '../../lib/media/media.ts'
import { focusPage, openOverlay } from '../../lib/overlays/overlay.ts'
import { useStore } from '../../lib/store.ts'
import { toast } from '../../lib/toasts.ts'
import { Button, ButtonLink } from '../../ui/fields/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconCheck } from '../../ui/icons.ts'
import { Kbd } from '../../ui/menus/Kbd.tsx'
import css from './FirstRun.module.css'
import { FirstRunLink } from './FirstRunLink.tsx'
import type { useFirstRun } from './useFirstRun.ts'

const RunningImport = laterPart(() => import('./FirstRunImport.tsx'))

/** The maximum length of a name in the greeting, in characters. */
const maxName = 24

/**
 * The first steps of a new account: save a link, import bookmarks, save from other pages. Each is done here, and ticked
 * when it is done, on every device.
 */
export function FirstRun({ state }: { state: ReturnType<typeof useFirstRun> }) {
  const { name, hasLinks, steps, done } = state
  const hide = () => {
    state.hide()
    toast({ title: texts.hidden })
    // The button disappears with the panel.
    focusPage()
  }
  const [, isImportDone = false, isBrowseDone = false] = steps
  const { hash } = useLocation()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (hash === '#first-steps') panel.current?.focus()
  }, [hash])
  const title = texts.title(name.length > maxName ? `${truncateText(name, maxName).trim()}…` : name, hasLinks)
  return (
    <section ref={panel} tabIndex={-1} className={css.panel} aria-label={title}>
      <div className={`row ${css.head}`}>
        <div className="grow">
          <h2 className={css.title}>{title}</h2>
          <p className="t2">{texts.line}</p>
        </div>
        <div className={`flex g6 ${css.eggs}`} aria-hidden="true">
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
      <ol className={`panel ${css.steps}`}>
        <Step number={1} title={texts.link} line={texts.linkLine} isDone={hasLinks}>
          <FirstRunLink isDone={hasLinks} />
        </Step>
        <Step number={2} title={texts.bring} line={texts.bringLine} isDone={isImportDone}>
          <ImportStep />
        </Step>
        <BrowseStep isDone={isBrowseDone} />
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
    <li className={`stack g12 min0 ${css.step}`}>
      <div className="row g12">
        <span className={classes('centre acc', css.number, isDone && css.ticked)} aria-hidden="true">
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

/** Leads to the preview of a file; the progress of its import replaces the drop zone. */
function ImportStep() {
  const state = useStore(currentImport)
  return (
    <div className={css.import}>
      {state.phase === 'running' ? (
        <RunningImport state={state} />
      ) : (
        <FileDrop error={undefined} onFile={file => openOverlay('import', { file })} />
      )}
      {state.phase === 'ended' && (
        <ButtonLink size="sm" to="/settings/import">
          {texts.report}
        </ButtonLink>
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
        <div className="row wrap g12">
          {offer && (
            <Button variant="primary" onClick={() => void offer.prompt()}>
              {addLinkTexts.install}
            </Button>
          )}
          {others}
        </div>
      ) : (
        <>
          <div className="row wrap g12">
            <BookmarkletLink />
            <span className="row wrap g8 t3">
              {texts.barHidden} <Kbd keys={['Ctrl', '⇧', 'B']} />
            </span>
          </div>
          {others}
        </>
      )}
    </Step>
  )
}
