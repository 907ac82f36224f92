import { exchangeConnectCode } from '@nestmark/contract/apiKeys'
import { getUserData } from '@nestmark/contract/session'
import { connectTexts as texts } from '@nestmark/texts/extension'
import { browser } from '../lib/browser.ts'
import { readState, deleteState, takeState, writeState } from '../lib/database.ts'
import { randomText, toChallenge } from '../lib/secrets.ts'
import type { Connection } from '../lib/state.ts'
import { createApi } from './api.ts'
import { toProblem } from './problem.ts'
import { connectPath, readCode } from './readCode.ts'

/**
 * Opens the page of the server on which the person allows the connection.
 * @param server its origin, for which the extension has the permission
 * @param name the name of this browser, which the key will have
 */
export async function startConnecting(server: string, name: string): Promise<void> {
  const [state, verifier] = [randomText(), randomText()]
  const url = new URL(connectPath, server)
  url.search = new URLSearchParams({ name, state, challenge: await toChallenge(verifier) }).toString()
  await deleteState('connectProblem')
  const { id: tabId } = await browser.tabs.create({ url: url.href })
  if (tabId === undefined) throw new Error('The tab has no id.')
  await writeState('pending', { server, state, verifier, tabId, name })
}

/** Finishes the connection when the address of a tab has its code: the key is stored, and the settings open in the tab. */
export async function continueConnecting(tabId: number, address: string): Promise<void> {
  let code: string | null = null
  const pending = await takeState('pending', each => (code = readCode(each, tabId, address)) !== null)
  if (!pending || code === null) return
  const { server, state, verifier, name } = pending
  try {
    const { key } = await createApi({ server, key: '' }).call(exchangeConnectCode, { code, state, verifier })
    const me = await createApi({ server, key }).call(getUserData, {})
    const { user_id: userId, email, root_folder: rootId } = me
    await writeState('connection', { server, key, name, userId, email, rootId })
    await forgetLibrary()
  } catch (error) {
    await writeState('connectProblem', toProblem(error).message || texts.failed)
  }
  await browser.tabs.update(tabId, { url: browser.runtime.getURL('/settings.html') })
}

/** Ends the connection on this device. The key remains on the server, whose settings end it. */
export async function disconnect(): Promise<void> {
  await deleteState('connection')
  await forgetLibrary()
}

async function forgetLibrary(): Promise<void> {
  for (const name of ['tree', 'lastParent', 'siteParents'] as const) await deleteState(name)
}

/** Records that the server refuses the key. What waits in the queue stays there. */
export async function markEnded(key: string): Promise<void> {
  const connection = await readState('connection')
  // Another key may have been connected meanwhile.
  if (connection?.key === key) await writeState('connection', { ...connection, isEnded: true })
}

/** Returns the connection that works; undefined without one. */
export async function currentConnection(): Promise<Connection | undefined> {
  const connection = await readState('connection')
  return connection?.isEnded ? undefined : connection
}
