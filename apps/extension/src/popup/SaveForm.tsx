/** @jsxImportSource preact */
import { popupTexts as texts } from '@nestmark/texts/extension'
import { useRef, useState } from 'preact/hooks'
import type { Status } from '../background/answerPage.ts'
import type { TaskResult } from '../background/runTask.ts'
import { browser } from '../lib/browser.ts'
import { ask, type AskError } from '../ui/ask.ts'
import { CollectionPicker } from './CollectionPicker.tsx'
import { type CollectionRow, listCollections } from './collections.ts'
import { toEditTask, toSaveTask } from './draft.ts'
import { Fields } from './Fields.tsx'
import { PageHead } from './PageHead.tsx'
import type { TabPage } from './readTab.ts'
import { SavedNotice } from './SavedNotice.tsx'
import { type DraftState, useDraft } from './useDraft.ts'

interface Props {
  page: TabPage
  status: Status
  /** Called when a save waits in the queue. */
  onQueued: () => void
}

/** The form of a page: Enter saves. */
export function SaveForm({ page, status, onQueued }: Props) {
  const state = useDraft(page, status)
  const { draft, start, found, tree, change, setProblem } = state
  const rootId = status.connection?.rootId ?? ''
  const [isPicking, setPicking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [done, setDone] = useState<TaskResult>()
  const tagsField = useRef<HTMLInputElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const saved = draft.quote === '' ? (found?.saved ?? null) : null
  const task = saved ? toEditTask(saved._id, start, draft, rootId) : toSaveTask(page.url, draft)
  const save = async () => {
    if (isBusy) return
    if (!task) return window.close()
    setBusy(true)
    const outcome = await ask({ kind: 'run', task })
    setBusy(false)
    if (outcome.done) return setDone(outcome.result as TaskResult)
    setProblem(outcome.problem?.message ?? texts.queued)
    onQueued()
  }
  const rows = tree ? listCollections(tree) : []
  const chosen = rows.find(row => row.id === draft.parent)
  const server = status.connection?.server ?? ''
  if (done)
    return (
      <SavedNotice
        result={done}
        place={chosen?.name ?? texts.noCollection}
        server={server}
        isNew={saved === null}
      />
    )
  const keys: Record<string, (() => void) | undefined> = {
    c: () => setPicking(true),
    t: () => tagsField.current?.focus(),
    n: () => noteField.current?.focus(),
    f: () => change({ isFavourite: !draft.isFavourite }),
  }
  return (
    <form
      class="form"
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={event => {
        const withControl = event.ctrlKey || event.metaKey
        const act =
          withControl || event.altKey || isField(event.target) ? undefined : keys[event.key.toLowerCase()]
        if (event.key === 'Enter' && withControl) void save()
        else if (act) act()
        else return
        event.preventDefault()
      }}
    >
      <PageHead
        page={page}
        draft={draft}
        saved={saved}
        change={change}
        onOpen={() => void openLink(`${server}/l/${saved?._id}`)}
      />
      {isPicking ? (
        <Picker state={state} rows={rows} status={status} onClose={() => setPicking(false)} />
      ) : (
        <Fields
          draft={draft}
          place={chosen?.name}
          suggestions={found?.suggestions ?? []}
          tagsField={tagsField}
          noteField={noteField}
          change={change}
          onPick={() => setPicking(true)}
        />
      )}
      <Hints page={page} isEncrypted={chosen?.isEncrypted === true} problem={state.problem} />
      <footer class="foot">
        <HighlightButton page={page} />
        <button class="primary grow" autofocus disabled={isBusy}>
          {saved
            ? task
              ? texts.saveChanges
              : texts.done
            : draft.quote === ''
              ? texts.save
              : texts.saveQuote}{' '}
          <kbd>↵</kbd>
        </button>
      </footer>
    </form>
  )
}

/** Starts the bar in the page, and highlights what is selected there. */
function HighlightButton({ page: { tabId, isReadable } }: { page: TabPage }) {
  if (tabId === undefined || !isReadable) return null
  const start = async () => {
    await ask({ kind: 'startBar', tabId })
    window.close()
  }
  return (
    <button type="button" class="plain" title="Alt+Shift+H" onClick={() => void start()}>
      {texts.highlight}
    </button>
  )
}

/** Chooses the collection, or creates one. */
function Picker(props: {
  state: DraftState
  rows: readonly CollectionRow[]
  status: Status
  onClose: () => void
}) {
  const { state, rows, status, onClose } = props
  const { lastParent, siteParents } = status
  const last = new Set([lastParent, ...Object.values(siteParents).slice(-3)])
  const choose = (parent: string | null) => {
    state.change({ parent })
    onClose()
  }
  const create = async (name: string) => {
    try {
      const made = await ask({ kind: 'createCollection', name, parent: null })
      state.setTree(made.tree)
      choose(made.id)
    } catch (error) {
      state.setProblem((error as AskError).message)
    }
  }
  return (
    <CollectionPicker
      rows={rows}
      recent={rows.filter(row => last.has(row.id)).slice(0, 3)}
      onClose={onClose}
      onChoose={choose}
      onCreate={name => void create(name)}
    />
  )
}

function Hints(props: { page: TabPage; isEncrypted: boolean; problem: string | undefined }) {
  return (
    <>
      {!props.page.isReadable && <p class="hint t2">{texts.notReadable}</p>}
      {props.isEncrypted && <p class="hint danger">{texts.encrypted}</p>}
      {props.problem && (
        <p class="hint danger" role="alert">
          {props.problem}
        </p>
      )}
    </>
  )
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

async function openLink(url: string): Promise<void> {
  await browser.tabs.create({ url })
  window.close()
}
