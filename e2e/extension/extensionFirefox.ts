import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firefoxId } from '../../apps/extension/src/manifest.ts'
import { Bidi, type Json } from './extensionBidi.ts'
import { copyExtension, type ExtensionBrowser, type Key, type Tab } from './extensionBrowser.ts'
import { findSystemBrowser } from '../support/systemBrowsers.ts'

/** Permission prompts are answered with yes, which needs a real click before. */
const preferences = `user_pref("extensions.webextOptionalPermissionPrompts", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
`

const keys = {
  Escape: '\uE00C',
  Enter: '\uE007',
  Tab: '\uE004',
  ArrowDown: '\uE015',
} as const satisfies Record<Key, string>
const stroke = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
]

interface Point {
  x: number
  y: number
}
const round = ({ x, y }: Point) => ({ x: Math.round(x), y: Math.round(y) })

/** Starts Firefox and returns the address of its protocol. */
function startProgram(profile: string): { child: ChildProcess; address: Promise<string> } {
  writeFileSync(join(profile, 'user.js'), preferences)
  const child = spawn(
    findSystemBrowser('firefox') ?? '',
    [
      '--headless',
      '--profile',
      profile,
      '--no-remote',
      '--remote-debugging-port',
      '0',
      '--remote-allow-system-access',
      'about:blank',
    ],
    // A separate group, so that its processes end with it.
    { env: { ...process.env, HOME: profile }, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const address = new Promise<string>((resolve, reject) => {
    let text = ''
    child.stderr?.on('data', (bytes: Buffer) => {
      text += bytes.toString()
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(text)?.[1]
      if (found) resolve(found)
    })
    child.on('exit', () => reject(new Error(`Firefox ended: ${text.slice(-500)}`)))
  })
  return { child, address }
}

/** Starts the Firefox of the system with the extension as it is built: it asks for its permissions like that of a person. */
export async function startFirefox(): Promise<ExtensionBrowser> {
  const folder = copyExtension('firefox', [])
  const profile = mkdtempSync(join(tmpdir(), 'nestmark-firefox-'))
  const { child, address } = startProgram(profile)
  const socket = new WebSocket(`${await address}/session`)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const bidi = new Bidi(socket)
  await bidi.send('session.new', { capabilities: {} })
  await bidi.send('webExtension.install', { extensionData: { type: 'path', path: folder } })
  const { contexts } = await bidi.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {
    'moz:scope': 'chrome',
  })
  const chrome = contexts[0]?.context ?? ''
  const host = await bidi.evaluate<string>(
    chrome,
    `WebExtensionPolicy.getByID(${JSON.stringify(firefoxId)}).mozExtensionHostname`,
  )
  const tabs = new Map<string, Tab & { context: string }>()
  let first: Tab | undefined

  async function toTab(context: string, url: string): Promise<Tab & { context: string }> {
    const known = tabs.get(context)
    if (known) return known
    const tab = {
      context,
      id: -1,
      evaluate: <T>(expression: string) => bidi.evaluate<T>(context, expression),
      goto: async (to: string) =>
        void (await bidi.send('browsingContext.navigate', { context, url: to, wait: 'complete' })),
      click: (selector: string) => clickOn(context, selector, 0),
      async clickAt(x: number, y: number) {
        await bidi.send('browsingContext.activate', { context })
        await clickAt(context, { x, y }, 0)
      },
      async drag(from: Point, to: Point) {
        await bidi.send('browsingContext.activate', { context })
        await point(context, [
          { type: 'pointerMove', ...round(from) },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerMove', ...round(to), duration: 100 },
          { type: 'pointerUp', button: 0 },
        ])
      },
      typeAndConfirm: (text: string) => typeAndConfirm(context, text),
      type: (text: string) => strike(context, [...text].flatMap(stroke)),
      press: (key: Key) => strike(context, stroke(keys[key])),
      inBar: <T>(expression: string) => bidi.evaluateInBar<T>(context, expression),
      resize: async (width: number, height: number) =>
        void (await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } })),
      close: async () => void (await bidi.send('browsingContext.close', { context })),
      async picture(file: string, width: number, scheme: 'light' | 'dark') {
        await bidi.send('browsingContext.setViewport', { context, viewport: { width, height: 600 } })
        await bidi.evaluate(
          chrome,
          `(Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', ${scheme === 'dark' ? 0 : 1}), null)`,
        )
        const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', { context })
        writeFileSync(file, Buffer.from(data, 'base64'))
      },
    }
    tabs.set(context, tab)
    if (first)
      tab.id = await first.evaluate<number>(
        `browser.tabs.query({}).then(tabs => tabs.findLast(tab => tab.url === ${JSON.stringify(url)})?.id ?? tabs.at(-1).id)`,
      )
    return tab
  }

  async function clickOn(context: string, selector: string, button: number): Promise<void> {
    const at = await bidi.evaluate<{ x: number; y: number }>(
      context,
      `(() => { const element = document.querySelector(${JSON.stringify(selector)}); element.scrollIntoView({ block: 'center' }); const box = element.getBoundingClientRect(); return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) } })()`,
    )
    await clickAt(context, at, button)
  }

  async function point(context: string, actions: Json[]): Promise<void> {
    await bidi.send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
  }

  const clickAt = (context: string, at: Point, button: number) =>
    point(context, [
      { type: 'pointerMove', ...round(at) },
      { type: 'pointerDown', button },
      { type: 'pointerUp', button },
    ])

  async function strike(context: string, actions: Json[]): Promise<void> {
    await bidi.send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  async function typeAndConfirm(context: string, text: string): Promise<void> {
    const control = '\uE009'
    await strike(context, [
      ...[...text].flatMap(stroke),
      { type: 'keyDown', value: control },
      ...stroke(keys.Enter),
      { type: 'keyUp', value: control },
    ])
  }

  async function open(url: string, tries = 3): Promise<Tab> {
    try {
      const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab' })
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })
      return toTab(context, url)
    } catch (error) {
      // A popup beside it that closes itself in this moment fails the call.
      if (tries === 1 || !String(error).includes('DiscardedBrowsingContextError')) throw error
      return open(url, tries - 1)
    }
  }

  const openOwn = (path: string) => open(`moz-extension://${host}/${path}`)
  let driver = (first = await openOwn('settings.html'))
  const widget = firefoxId.replace(/[^a-z0-9_-]/gi, '_')
  return {
    name: 'firefox',
    openOwn,
    openWeb: url => open(url),
    async findTab(url) {
      for (;;) {
        const { contexts: all } = await bidi.send<{ contexts: { context: string; url: string }[] }>(
          'browsingContext.getTree',
        )
        const found = all.find(each => each.url.startsWith(url))
        if (found) return toTab(found.context, found.url)
        await new Promise(resolve => setTimeout(resolve, 100))
      }
    },
    async clickButton(tab) {
      const { context } = tab as Tab & { context: string }
      await bidi.send('browsingContext.activate', { context })
      await bidi.evaluate(
        chrome,
        `(document.getElementById(${JSON.stringify(`${widget}-BAP`)}).click(), null)`,
      )
      const view = `browser.extension.getViews({ type: 'popup' })[0]`
      // A page of the extension sees its popup.
      return {
        evaluate: <T>(expression: string) =>
          driver.evaluate<T>(`((window, document) => (${expression}))(${view}, ${view}.document)`),
      }
    },
    async typeAddress(text) {
      await bidi.evaluate(
        chrome,
        `(gURLBar.focus(), gURLBar.value = ${JSON.stringify(text)}, gURLBar.startQuery({ searchString: ${JSON.stringify(text)} }), null)`,
      )
      const rows = `[...document.querySelectorAll('.urlbarView-row')].map(row => row.textContent)`
      await bidi.evaluate(
        chrome,
        `(async () => { for (let n = 0; n < 200 && ${rows}.length < 2; n++) await new Promise(resolve => setTimeout(resolve, 50)); return null })()`,
      )
      return bidi.evaluate<string[]>(chrome, rows)
    },
    async killBackground() {
      await bidi.evaluate(
        chrome,
        `WebExtensionPolicy.getByID(${JSON.stringify(firefoxId)}).extension.terminateBackground({ ignoreDevToolsAttached: true }).then(() => null)`,
      )
    },
    async chooseMenu(tab, entry, selector) {
      const { context } = tab as Tab & { context: string }
      await bidi.send('browsingContext.activate', { context })
      await clickOn(context, selector, 2)
      const item = `[...document.getElementById('contentAreaContextMenu').querySelectorAll('menuitem')].find(each => each.id.startsWith(${JSON.stringify(widget)}) && each.id.endsWith(${JSON.stringify(`_${entry}`)}) && !each.hidden)`
      await bidi.evaluate(
        chrome,
        `(async () => {
          for (let n = 0; n < 600 && !(${item}); n++) await new Promise(resolve => setTimeout(resolve, 50))
          if (!(${item})) throw new Error([...document.getElementById('contentAreaContextMenu').querySelectorAll('menuitem')].map(each => each.id).join())
          document.getElementById('contentAreaContextMenu').activateItem(${item})
          return null
        })()`,
      )
    },
    async runHighlightCommand(tab) {
      const { context } = tab as Tab & { context: string }
      await bidi.send('browsingContext.activate', { context })
      await bidi.evaluate(
        chrome,
        `(() => { document.querySelector('keyset[id^="ext-keyset-id-"] key[key="H"]').doCommand(); return null })()`,
      )
    },
    async updateExtension() {
      await bidi.send('webExtension.install', { extensionData: { type: 'path', path: folder } })
      // The pages of the old one are closed.
      first = undefined
      driver = first = await openOwn('settings.html')
    },
    async close() {
      await bidi.send('browser.close').catch(() => undefined)
      socket.close()
      if (child.pid !== undefined && child.exitCode === null)
        try {
          process.kill(-child.pid, 'SIGKILL')
        } catch {
          // It has ended by itself.
        }
      for (const each of [folder, profile]) rmSync(each, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
