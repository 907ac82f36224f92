/** @jsxImportSource preact */
import { popupTexts as texts } from '@nestmark/texts/extension'
import { useRef, useState } from 'preact/hooks'
import type { Status } from '../background/answerPage.ts'
import { ask, type AskError, onSubmit, openTab } from '../ui/ask.ts'
import { Icon } from '../ui/icons.tsx'
import { CollectionPicker } from './CollectionPicker.tsx'
import { type CollectionRow, listCollections } from './collections.ts'
import { Fields } from './Fields.tsx'
import { HighlightsRow, KeepRow, startHighlighting } from './PageRows.tsx'
import { stepPicture } from './Picture.tsx'
import { PageHead } from './PageHead.tsx'
import type { TabPage } from './readTab.ts'
import { DoneNotice } from './SavedNotice.tsx'
import { type DraftState, useDraft } from './useDraft.ts'
import { useDocumentKeys } from './useDocumentKeys.ts'
import { useKeep } from './useKeep.ts'
import { useSave } from './useSave.ts'

interface Props {
  page: TabPage
  status: Status
  /** Called when a save waits in the queue. */
  onQueued: () => void
}

/** The form of a page: Enter saves. */
export function SaveForm({ page, status, onQueued }: Props) {
  const state = useDraft(page, status)
  const { draft, found, tree, change } = state
  const keep = useKeep(page, status.archivedSites, found?.keepsPages ?? status.keepsPages)
  const rootId = status.connection?.rootId ?? ''
  const server = status.connection?.server ?? ''
  const [isPicking, setPicking] = useState(false)
  const tagsField = useRef<HTMLInputElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const categoryField = useRef<HTMLSelectElement>(null)
  const saved = draft.quote === '' ? (found?.saved ?? null) : null
  const { done, isBusy, task, save, trash } = useSave({ page, state, saved, keep, rootId, onQueued })
  const rows = tree ? listCollections(tree) : []
  const chosen = rows.find(row => row.id === draft.parent)
  const leaf = (steps: number) => {
    if (!saved) change({ picture: stepPicture(page.pictures, draft.picture, steps) })
  }
  const keys: Record<string, (() => void) | undefined> = {
    arrowleft: () => leaf(-1),
    arrowright: () => leaf(1),
    c: () => setPicking(true),
    t: () => tagsField.current?.focus(),
    n: () => noteField.current?.focus(),
    f: () => change({ isFavourite: !draft.isFavourite }),
    q: () => openSelect(categoryField.current),
    k: keep?.toggle,
    h: () => page.tabId !== undefined && page.isReadable && void startHighlighting(page.tabId),
  }
  useDocumentKeys(done ? {} : keys, done ? undefined : save)
  const place = chosen?.name ?? texts.noCollection
  if (done) return <DoneNotice result={done} place={place} server={server} isNew={saved === null} />
  return (
    <form class="form" onSubmit={onSubmit(save)}>
      <PageHead
        page={page}
        draft={draft}
        saved={saved}
        savedPicture={saved?.thumbnail ? new URL(saved.thumbnail, server).href : ''}
        categoryField={categoryField}
        change={change}
        onOpen={() => void openTab(`${server}/l/${saved?._id}`)}
      />
      {isPicking ? (
        <Picker state={state} rows={rows} status={status} onClose={() => setPicking(false)} />
      ) : (
        <>
          <Fields
            draft={draft}
            place={chosen}
            suggestions={found?.suggestions ?? []}
            tagsField={tagsField}
            noteField={noteField}
            change={change}
            onPick={() => setPicking(true)}
          />
          <HighlightsRow page={page} styles={found?.highlights ?? []} />
          {keep && draft.quote === '' && <KeepRow keep={keep} />}
        </>
      )}
      <Hints page={page} isEncrypted={chosen?.isEncrypted === true} problem={state.problem} />
      <Foot
        label={
          saved
            ? task || keep?.isOn
              ? texts.saveChanges
              : texts.done
            : draft.quote === ''
              ? texts.save
              : texts.saveQuote
        }
        isBusy={isBusy}
        onTrash={saved ? () => void trash() : undefined}
      />
    </form>
  )
}

/** The button that saves, and for a saved page the one that moves it to the trash. */
function Foot(props: { label: string; isBusy: boolean; onTrash: (() => void) | undefined }) {
  const { label, isBusy, onTrash } = props
  return (
    <footer class="row foot">
      {onTrash && (
        <button
          type="button"
          class="icon trash"
          aria-label={texts.trash}
          title={texts.trash}
          disabled={isBusy}
          onClick={onTrash}
        >
          <Icon name="trash" />
        </button>
      )}
      <button class="primary grow" autofocus disabled={isBusy}>
        {label} <kbd>↵</kbd>
      </button>
    </footer>
  )
}

/** Opens the menu of a `select`. Browsers allow that only after a key or a click. */
function openSelect(field: HTMLSelectElement | null): void {
  field?.focus()
  try {
    field?.showPicker()
  } catch {
    // The arrow keys change it.
  }
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
