import { Refusal, type Client } from '@nestmark/contract/client'
import { problemTexts as texts } from '@nestmark/texts/extension'
import { browser } from '../lib/browser.ts'
import type { PageMessage } from '../lib/messages.ts'
import type { Task, TaskOf } from '../lib/tasks.ts'
import { showPageBadge } from './badge.ts'
import { capturePage, takeCapture } from './captures.ts'
import { disconnect, startConnecting } from './connect.ts'
import {
  forgetParent,
  listSaved,
  lookUp,
  makeCollection,
  rememberKeep,
  rememberParent,
  suggestTags,
  undoSave,
} from './library.ts'
import { openOutbox } from './outbox.ts'
import { currentConnection, openOwn, readConnection, readState, takeState, writeState } from './own.ts'
import { type Problem, toProblem } from './problem.ts'
import type { Outcome, QueuedTask } from './queue.ts'
import { type Progress, readProgress } from './sendCapture.ts'
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
  /** The hosts whose pages the person keeps as they see them. */
  archivedSites: string[]
  /** The server stores copies of pages. */
  keepsPages: boolean
  /** The captured page that is being sent. */
  progress: Progress | null
  offSites: string[]
  tree: Awaited<ReturnType<typeof lookUp>>['tree'] | null
}

/** The answer to a message: its data, or the problem. */
export type Answer<T> = { data: T } | { problem: Problem }

interface Answers {
  status: Status
  lookUp: Awaited<ReturnType<typeof lookUp>>
  suggestTags: Awaited<ReturnType<typeof suggestTags>>
  createCollection: Awaited<ReturnType<typeof makeCollection>>
  run: Outcome & { isNotCopied?: boolean }
  capture: { size: number } | null
  findSaved: string[]
  retry: Outcome | null
}

/** The data of the answer to each message: null to those that only have an effect. */
export type AnswerData = Answers & Record<Exclude<PageMessage['kind'], keyof Answers>, null>

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
      return disconnect()
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
      return runKeeping(message.task, message.keepTab)
    case 'capture':
      return capturePage(message.tabId)
    case 'rememberKeep':
      return rememberKeep(message.host, message.isOn)
    case 'sendQueue':
      return (await openOutbox()).send()
    case 'retry':
      return retry(message.id, message.parent)
    case 'discard':
      return (await openOutbox()).discard(message.id)
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
  const outcome = await (await openOutbox()).add(task)
  if (task.kind === 'save') await learnParent(task, outcome)
  const link = outcome.done ? (outcome.result as TaskResult).link : undefined
  if (link) await showOnTabs(link.link)
  return outcome
}

/** Remembers the collection of a save, or forgets one that has refused it. */
async function learnParent({ link, parent }: TaskOf<'save'>, outcome: Outcome): Promise<void> {
  const problem = outcome.done ? undefined : outcome.problem
  if (parent !== null && problem?.code.startsWith('collections.')) await forgetParent(parent)
  else if (problem?.kind !== 'refused' && URL.canParse(link)) await rememberParent(new URL(link).host, parent)
}

async function showOnTabs(url: string): Promise<void> {
  // Without the permission for a tab, its address is not visible here.
  for (const tab of await browser.tabs.query({ active: true }))
    if (tab.id !== undefined && tab.url === url) await showPageBadge(tab.id, true, 0)
}

/** Sends a task with what a tab shows. Where the page cannot be copied any more, the task is sent alone. */
async function runKeeping(task: Task, tabId: number | undefined): Promise<AnswerData['run']> {
  if (tabId === undefined || (task.kind !== 'save' && task.kind !== 'edit')) return runNow(task)
  const captureId = await takeCapture(tabId)
  if (captureId === null) return { ...(await runNow(task)), isNotCopied: true }
  return runNow({ ...task, captureId })
}

/** Sends a refused task again, a save into another collection if one is given. */
async function retry(id: string, parent: string | null | undefined): Promise<Outcome | null> {
  const change = (task: Task): Task => (task.kind === 'save' ? { ...task, parent: parent ?? null } : task)
  return (await openOutbox()).retry(id, parent === undefined ? undefined : change)
}

/** Calls the server with the connection. @throws Refusal, also when nothing is connected */
async function ask<T>(act: (api: Client) => Promise<T>): Promise<T> {
  if (!(await currentConnection()))
    throw new Refusal({ status: 401, code: 'session.noToken', message: texts.ended })
  return act((await openOwn()).calls)
}

async function readStatus(): Promise<Status> {
  const [connection, waiting, lastParent, siteParents, archivedSites, keepsPages, offSites, tree, problem] =
    await Promise.all([
      readConnection(),
      openOutbox().then(outbox => outbox.list()),
      readState('lastParent'),
      readState('siteParents'),
      readState('keptSites'),
      readState('keepsPages'),
      readState('offSites'),
      readState('tree'),
      takeState('connectProblem', () => true),
    ])
  return {
    // Without the id of the person: no page needs it.
    connection: connection
      ? {
          server: connection.server,
          name: connection.name,
          email: connection.email,
          rootId: connection.rootId,
          isEnded: connection.isEnded,
        }
      : null,
    connectProblem: problem ?? null,
    queue: waiting,
    lastParent: lastParent ?? null,
    siteParents: siteParents ?? {},
    archivedSites: archivedSites ?? [],
    keepsPages: keepsPages ?? true,
    progress: readProgress(),
    offSites: offSites ?? [],
    tree: tree ?? null,
  }
}
