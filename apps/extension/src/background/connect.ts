import { randomText, toBase64url } from '@nestmark/client/randomKey'
import { exchangeConnectCode } from '@nestmark/contract/apiKeys'
import { createClient } from '@nestmark/contract/client'
import { getUserData } from '@nestmark/contract/session'
import { connectTexts as texts } from '@nestmark/texts/extension'
import { browser } from '../lib/browser.ts'
import {
  deleteState,
  openOwn,
  removeConnection,
  sendOmitting,
  takeState,
  writeConnection,
  writeState,
} from './own.ts'
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

/**
 * Finishes the connection when the address of a tab has its code: the key is stored, and the settings open in the tab.
 * @returns whether it had a code
 */
export async function continueConnecting(tabId: number, address: string): Promise<boolean> {
  let code: string | null = null
  const pending = await takeState('pending', each => (code = readCode(each, tabId, address)) !== null)
  if (!pending || code === null) return false
  const { server, state, verifier, name } = pending
  try {
    const callWith = (key: string | null) => createClient(server, () => key, sendOmitting)
    const { key } = await callWith(null).call(exchangeConnectCode, { code, state, verifier })
    const { user_id: userId, email, root_folder: rootId } = await callWith(key).call(getUserData, {})
    const { queue } = await openOwn()
    await forgetLibrary()
    // What was saved before there was a connection is this person's.
    for (const { id, who } of queue.all.get()) if (who === '') queue.updateQueued(id, { who: userId })
    await writeConnection({ server, name, userId, email, rootId }, key)
  } catch (error) {
    await writeState('connectProblem', toProblem(error).message || texts.failed)
  }
  await browser.tabs.update(tabId, { url: browser.runtime.getURL('/settings.html') })
  return true
}

/** Returns the challenge of a verifier: its SHA-256 in base64url (PKCE, S256; RFC 7636, 4.2). */
async function toChallenge(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return toBase64url(new Uint8Array(hash))
}

/** Ends the connection on this device. The key remains on the server, whose settings end it. */
export async function disconnect(): Promise<void> {
  await removeConnection()
  await forgetLibrary()
}

async function forgetLibrary(): Promise<void> {
  for (const name of ['tree', 'keepsPages', 'lastParent', 'siteParents'] as const) await deleteState(name)
}
