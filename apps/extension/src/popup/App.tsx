/** @jsxImportSource preact */
import { popupTexts as texts } from '@nestmark/texts/extension'
import { useEffect, useState } from 'preact/hooks'
import { onConnectionChange } from '../lib/connectionChange.ts'
import type { Status } from '../background/answerPage.ts'
import { ask, openSettings } from '../ui/ask.ts'
import { Icon, Logo } from '../ui/icons.tsx'
import { AllTabs } from './AllTabs.tsx'
import { NoPage, NotConnected } from './Messages.tsx'
import { QueueList, QueueNotice } from './QueueList.tsx'
import { readTab, type TabPage } from './readTab.ts'
import { SaveForm } from './SaveForm.tsx'

type View = 'page' | 'queue' | 'tabs'

/** The popup of the button. */
export function App() {
  const [status, setStatus] = useState<Status>()
  const [page, setPage] = useState<TabPage | null>()
  const [view, setView] = useState<View>(() => (location.search.includes('tabs=1') ? 'tabs' : 'page'))
  const refresh = () => ask({ kind: 'status' }).then(setStatus)
  useEffect(() => {
    void refresh()
    void readTab().then(setPage)
  }, [])
  const isConnected = status?.connection?.isEnded === false
  useEffect(() => {
    // The form of a connection that ends stays with what was typed: its save waits in the queue.
    if (!isConnected) return onConnectionChange(() => void refresh())
    return undefined
  }, [isConnected])
  if (!status || page === undefined) return <div class="popup" aria-busy="true" />
  return (
    <div class="popup">
      <header class="row head">
        <Logo />
        <b class="grow">{texts.name}</b>
        {isConnected && (
          <button class="plain" type="button" onClick={() => setView(view === 'tabs' ? 'page' : 'tabs')}>
            {view === 'tabs' ? texts.thisPage : texts.allTabs}
          </button>
        )}
        <button
          class="icon"
          type="button"
          aria-label={texts.settings}
          title={texts.settings}
          onClick={() => void openSettings()}
        >
          <Icon name="settings" />
        </button>
      </header>
      {status.queue.length > 0 && view !== 'queue' && (
        <QueueNotice queue={status.queue} onOpen={() => setView('queue')} />
      )}
      {view === 'queue' ? (
        <QueueList
          queue={status.queue}
          isConnected={isConnected}
          server={status.connection?.server ?? ''}
          tree={status.tree}
          onChange={refresh}
          onClose={() => setView('page')}
        />
      ) : !isConnected ? (
        <NotConnected isEnded={status.connection?.isEnded === true} />
      ) : view === 'tabs' ? (
        <AllTabs />
      ) : page === null ? (
        <NoPage status={status} onQueued={refresh} />
      ) : (
        <SaveForm page={page} status={status} onQueued={refresh} />
      )}
    </div>
  )
}
