import type { Client } from '@nestmark/contract/client'
import { problemTexts as texts } from '@nestmark/texts/extension'
import { browser } from '../lib/browser.ts'
import { queueStore, readState, takeState, writeState } from '../lib/database.ts'
import type { PageMessage } from '../lib/messages.ts'
import type { Task } from '../lib/tasks.ts'
import { createApi } from './api.ts'
import { showKeptBadge, showQueueBadge } from './badge.ts'
import { currentConnection, disconnect, markEnded, startConnecting } from './connect.ts'
import { listSaved, lookUp, makeCollection, rememberParent, suggestTags, undoSave } from './library.ts'
import { type Problem, toProblem } from './problem.ts'
import type { Outcome, QueuedTask } from './queue.ts'
import { queue } from './sendQueue.ts'
import { registerBar, startBar } from './sites.ts'
import type { TaskResult } from './runTask.ts'

/** The connection and the queue, as the popup and the settings show them. */
export interface Status {
  connection: { server: string; name: string; email: string; rootId: string; isEnded: boolean } | null
  /** Why the last connection failed. */
  connectProblem: string | null
  queue: QueuedTask[]
  lastParent: string | null
  siteParents: Record<string, string>
  offSites: string[]
  tree: Awaited<ReturnType<typeof lookUp>>['tree'] | null
}

/** The answer to a message: its data, or the problem. */
export type Answer<T> = { data: T } | { problem: Problem }

/** The data of the answer to each message. */
export interface AnswerData {
  status: Status
  connect: null
  disconnect: null
  lookUp: Awaited<ReturnType<typeof lookUp>>
  suggestTags: Awaited<ReturnType<typeof suggestTags>>
  createCollection: Awaited<ReturnType<typeof makeCollection>>
  run: Outcome
  trash: null
  findSaved: string[]
  sendQueue: null
  retry: Outcome | null
  discard: null
  startBar: null
  sitesChanged: null
  setOffSites: null
}

/** Answers a message of the popup or the settings. Never throws: a problem is an answer too. */
export async function answerPage(message: PageMessage): Promise<Answer<unknown>> {
  try {
    return { data: (await answer(message)) ?? null }
  } catch (error) {
    return { problem: toProblem(error) }
  }
}

async function answer(message: PageMessage): Promise<unknown> {
  switch (message.kind) {
    case 'status':
      return readStatus()
    case 'connect':
      return startConnecting(message.server, message.name)
    case 'disconnect':
      await disconnect()
      return showQueueBadge()
    case 'lookUp':
      return ask(api => lookUp(api, message))
    case 'suggestTags':
      return ask(api => suggestTags(api, message.input))
    case 'createCollection':
      return ask(api => makeCollection(api, message.name, message.parent))
    case 'trash':
      return ask(api => undoSave(api, message.linkId))
    case 'findSaved':
      return ask(api => listSaved(api, message.urls))
    case 'run':
      return runNow(message.task)
    case 'sendQueue':
      return queue.send()
    case 'retry':
      return queue.retry(message.id, message.toRoot ? moveToRoot : undefined)
    case 'discard':
      await queueStore.remove(message.id)
      return showQueueBadge()
    case 'startBar':
      return startBar(message.tabId)
    case 'sitesChanged':
      return registerBar()
    case 'setOffSites':
      return writeState('offSites', message.hosts)
  }
}

/** Sends a task, and returns what became of it. A task that fails stays in the queue. */
export async function runNow(task: Task): Promise<Outcome> {
  const connection = await readState('connection')
  const outcome = await queue.add(task, connection?.userId)
  if (task.kind === 'save' && URL.canParse(task.link))
    await rememberParent(new URL(task.link).host, task.parent)
  const link = outcome.done ? (outcome.result as TaskResult).link : undefined
  if (link) await showKeptOnTabs(link.link)
  return outcome
}

async function showKeptOnTabs(url: string): Promise<void> {
  // Without the permission for a tab, its address is not visible here.
  for (const tab of await browser.tabs.query({ active: true }))
    if (tab.id !== undefined && tab.url === url) await showKeptBadge(tab.id, true, 0)
}

const moveToRoot = (task: Task): Task => (task.kind === 'save' ? { ...task, parent: null } : task)

/** Calls the server with the connection. @throws Refusal, or an Error when nothing is connected */
async function ask<T>(act: (api: Client) => Promise<T>): Promise<T> {
  const connection = await currentConnection()
  if (!connection) throw new Error(texts.ended)
  try {
    return await act(createApi(connection))
  } catch (error) {
    if (toProblem(error).kind === 'ended') await markEnded(connection.key)
    throw error
  }
}

async function readStatus(): Promise<Status> {
  const [connection, waiting, lastParent, siteParents, offSites, tree, connectProblem] = await Promise.all([
    readState('connection'),
    queueStore.list(),
    readState('lastParent'),
    readState('siteParents'),
    readState('offSites'),
    readState('tree'),
    takeState('connectProblem', () => true),
  ])
  return {
    // Everything but the key: no page needs it.
    connection: connection
      ? {
          server: connection.server,
          name: connection.name,
          email: connection.email,
          rootId: connection.rootId,
          isEnded: connection.isEnded === true,
        }
      : null,
    connectProblem: connectProblem ?? null,
    queue: waiting,
    lastParent: lastParent ?? null,
    siteParents: siteParents ?? {},
    offSites: offSites ?? [],
    tree: tree ?? null,
  }
}
