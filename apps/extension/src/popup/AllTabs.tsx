/** @jsxImportSource preact */
import { limits } from '@nestmark/core/limits'
import { popupTexts as texts } from '@nestmark/texts/extension'
import { useEffect, useState } from 'preact/hooks'
import { browser } from '../lib/browser.ts'
import { ask, type AskError, onSubmit, openTab } from '../ui/ask.ts'

interface TabEntry {
  link: string
  name: string
  isSaved: boolean
  isChosen: boolean
}

/** How many tabs are looked up, so that a window with thousands asks the server for a bounded number. */
const lookedUp = 100

/**
 * Saves the tabs of the window into a new collection; those that were saved before are unticked. The addresses of tabs are
 * a permission of their own, which is asked for here.
 */
export function AllTabs() {
  const [tabs, setTabs] = useState<TabEntry[]>()
  const [name, setName] = useState(() =>
    texts.tabsOf(new Date().toLocaleDateString([], { dateStyle: 'medium' })),
  )
  const [said, setSaid] = useState<string>()
  const [isAllowed, setAllowed] = useState<boolean>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const load = async () => {
    setAllowed(true)
    const entries = await listTabs()
    setTabs(entries)
    const saved = new Set(
      await ask({ kind: 'findSaved', urls: entries.slice(0, lookedUp).map(each => each.link) }).catch(
        () => [],
      ),
    )
    setTabs(before =>
      before?.map(each => (saved.has(each.link) ? { ...each, isSaved: true, isChosen: false } : each)),
    )
  }
  useEffect(() => {
    void browser.permissions
      .contains({ permissions: ['tabs'] })
      .then(given => (given ? load() : setAllowed(false)))
  }, [])
  const chosen = (tabs ?? []).filter(each => each.isChosen)
  const save = async () => {
    const links = chosen.map(({ link, name }) => ({ link, name }))
    setBusy(true)
    try {
      const outcome = await ask({ kind: 'run', task: { kind: 'tabs', name: name.trim(), links } })
      setSaid(outcome.done ? texts.tabsSaved(links.length) : (outcome.problem?.message ?? texts.queued))
    } catch (error) {
      setProblem((error as AskError).message)
    }
    setBusy(false)
  }
  const isTooMany = chosen.length > limits.savedTabs
  if (isAllowed === false) return <AskForTabs onAllowed={() => void load()} />
  if (!tabs) return <div class="message" aria-busy="true" />
  if (said)
    return (
      <div class="message" role="status">
        {said}
      </div>
    )
  return (
    <form class="tabs" onSubmit={onSubmit(save)}>
      <div class="row">
        <h1 class="grow">{texts.tabCount(chosen.length, tabs.length)}</h1>
        <span class="t3">{texts.savedBefore(tabs.filter(each => each.isSaved).length)}</span>
      </div>
      <ul>
        {tabs.map((each, at) => (
          <li key={each.link}>
            <label class="row">
              <input
                type="checkbox"
                checked={each.isChosen}
                onChange={event => {
                  const isChosen = event.currentTarget.checked
                  setTabs(tabs.map((other, index) => (index === at ? { ...other, isChosen } : other)))
                }}
              />
              <span class="grow ellipsis" dir="auto">
                {each.name}
              </span>
              <span class="t3">{each.isSaved ? texts.alreadySaved : new URL(each.link).host}</span>
            </label>
          </li>
        ))}
      </ul>
      <input
        aria-label={texts.collectionName}
        maxLength={limits.collectionName}
        value={name}
        onInput={event => setName(event.currentTarget.value)}
      />
      {(isTooMany || problem) && (
        <p class="danger" role="alert">
          {isTooMany ? texts.tooManyTabs(limits.savedTabs) : problem}
        </p>
      )}
      <button class="primary" disabled={isBusy || isTooMany || chosen.length === 0 || name.trim() === ''}>
        {texts.saveTabs(chosen.length)} <kbd>↵</kbd>
      </button>
    </form>
  )
}

/** Asks for the permission. Its prompt closes the popup in Chromium, so it is shown in a tab. */
function AskForTabs({ onAllowed }: { onAllowed: () => void }) {
  const [isTab, setTab] = useState(false)
  useEffect(() => void browser.tabs.getCurrent().then(tab => setTab(tab !== undefined)), [])
  const request = async () => {
    if (!isTab) await openTab(browser.runtime.getURL('/popup.html?tabs=1' as never))
    else if (await browser.permissions.request({ permissions: ['tabs'] })) onAllowed()
  }
  return (
    <div class="message">
      <h1>{texts.allTabsTitle}</h1>
      <p class="t2">{texts.allTabsLine}</p>
      <button type="button" class="primary" onClick={() => void request()}>
        {texts.allow}
      </button>
    </div>
  )
}

/** Returns the tabs of this window with an address of the web, each address once. */
async function listTabs(): Promise<TabEntry[]> {
  const tabs = await browser.tabs.query({ currentWindow: true })
  const byLink = new Map<string, TabEntry>()
  for (const { url, title } of tabs)
    if (url && /^https?:/.test(url) && url.length <= limits.address)
      byLink.set(url, {
        link: url,
        name: (title?.trim() || url).slice(0, limits.title),
        isSaved: false,
        isChosen: true,
      })
  return [...byLink.values()]
}
