import { pageHighlights, saveHighlight } from '@nestmark/contract/reading/highlights'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { findSaved } from '@nestmark/contract/links/links'
import { limits } from '@nestmark/core/limits'
import { browser } from '../lib/browser.ts'
import type { ContentMessage } from '../lib/messages.ts'
import type { TaskOf } from '../lib/tasks.ts'
import { runNow } from './answerPage.ts'
import { showPageBadge } from './badge.ts'
import { undoSave } from './library.ts'
import { openOutbox } from './outbox.ts'
import { currentConnection, openOwn, readConnection, readState, writeState } from './own.ts'
import { endedProblem, type Problem, toProblem } from './problem.ts'
import { isRefused, type Outcome } from './queue.ts'
import { insertRules } from './sites.ts'
import { applyTasks, mergeHighlight } from './waitingHighlights.ts'

/** What the bar knows about its page. */
export interface PageState {
  isConnected: boolean
  /** The person does not want the bar here. */
  isOff: boolean
  highlights: Highlight[]
  /** The name of the collection in which the page is saved; null when it is not. */
  savedIn: string | null
  lastStyle: 1 | 2 | 3 | 4
  /** Where the tab at the edge is, as a share of the height of the window. */
  tabPlace?: number
  /** Why the server has returned nothing about the page. */
  problem?: Problem
}

interface Answers {
  openPage: PageState
  saveHighlight: { outcome: Outcome }
  deleteHighlight: { outcome: Outcome }
  savePage: { outcome: Outcome }
  undoSave: { isDone: boolean; message?: string }
}

/** The answers to the messages of the bar: null to those that only have an effect. */
export type ContentAnswer = Answers & Record<Exclude<ContentMessage['kind'], keyof Answers>, null>

/** Answers our script in the main frame of a web page. Never throws. */
export async function answerContent(message: ContentMessage, tabId: number): Promise<unknown> {
  switch (message.kind) {
    case 'openPage':
      await insertRules(tabId, message.ground, message.hasRules)
      return openPage(message.url, tabId)
    case 'saveHighlight': {
      const { highlightId, isNew, url, title, text, comment, style, anchor } = message
      if (style) await writeState('lastStyle', style)
      const place = isNew ? { url, title, text, anchor } : {}
      return { outcome: await keepHighlight({ kind: 'highlight', highlightId, comment, style, ...place }) }
    }
    case 'deleteHighlight':
      return { outcome: await endHighlight(message.highlightId) }
    case 'foundHighlights':
      return reportFound(message.ids)
    case 'savePage':
      return { outcome: await savePage(message.url, message.title) }
    case 'undoSave':
      return trashSaved(message.url, message.linkId)
    case 'placeTab':
      await writeState('tabPlace', message.share)
      return null
    case 'hideHere': {
      const hosts = new Set(await readState('offSites'))
      await writeState('offSites', [...hosts.add(new URL(message.url).host)])
      return null
    }
    case 'openSettings':
      await browser.runtime.openOptionsPage()
      return null
    case 'openLibrary':
      return openOnServer('/highlights')
    case 'openUpgrade':
      return openOnServer('/pricing')
  }
}

async function openOnServer(path: string): Promise<null> {
  const connection = await readState('connection')
  if (connection) await browser.tabs.create({ url: `${connection.server}${path}` })
  return null
}

async function openPage(url: string, tabId: number): Promise<PageState> {
  const [connection, offSites, lastStyle, tabPlace, outbox] = await Promise.all([
    readConnection(),
    readState('offSites'),
    readState('lastStyle'),
    readState('tabPlace'),
    openOutbox(),
  ])
  const isOff = (offSites ?? []).includes(new URL(url).host)
  const tasks = outbox.listOwn()
  const state = {
    isConnected: connection?.isEnded === false,
    isOff,
    lastStyle: lastStyle ?? 1,
    tabPlace,
    highlights: applyTasks([], tasks, url),
    savedIn: null,
    ...(connection?.isEnded && { problem: endedProblem }),
  }
  if (!state.isConnected || isOff) return state
  const { calls } = await openOwn()
  try {
    const [page, saved] = await Promise.all([
      calls.call(pageHighlights, { url }),
      calls.call(findSaved, { link: url }),
    ])
    const highlights = applyTasks(page?.data.highlights ?? [], tasks, url)
    const [link] = saved.links
    await showPageBadge(tabId, link !== undefined, highlights.length)
    return { ...state, highlights, savedIn: link ? (link.parent_name ?? '') : null }
  } catch (error) {
    const problem = toProblem(error)
    return { ...state, isConnected: problem.kind !== 'ended', problem }
  }
}

/** Keeps a highlight. One that the server has refused is sent again with its changes: one task of the queue, not two. */
async function keepHighlight(task: TaskOf<'highlight'>): Promise<Outcome> {
  const refused = await listRefused(task.highlightId)
  const outcome = await runNow(mergeHighlight([...refused.map(each => each.task), task]))
  await forget(refused)
  return outcome
}

/** Reports to the server that the words of highlights are on their page. What fails is reported at the next visit. */
async function reportFound(ids: readonly string[]): Promise<null> {
  if (!(await currentConnection())) return null
  const { calls } = await openOwn()
  try {
    for (const id of ids) await calls.call(saveHighlight, { highlight_id: id, found: 'here' })
  } catch {
    // See above.
  }
  return null
}

/** Deletes a highlight. Of one that was refused there is nothing on the server. */
async function endHighlight(highlightId: string): Promise<Outcome> {
  const refused = await listRefused(highlightId)
  await forget(refused)
  const isNew = refused.some(({ task }) => task.url !== undefined)
  return isNew ? { done: true, result: {} } : runNow({ kind: 'deleteHighlight', highlightId })
}

async function listRefused(highlightId: string) {
  return (await openOutbox())
    .listOwn()
    .flatMap(queued =>
      isRefused(queued) && queued.task.kind === 'highlight' && queued.task.highlightId === highlightId
        ? [{ id: queued.id, task: queued.task }]
        : [],
    )
}

async function forget(queued: readonly { id: string }[]): Promise<void> {
  const outbox = await openOutbox()
  for (const { id } of queued) await outbox.discard(id)
}

/** Moves a link of a page to the trash, when it is one of this page. */
async function trashSaved(url: string, linkId: string): Promise<ContentAnswer['undoSave']> {
  if (!(await currentConnection())) return { isDone: false }
  const { calls } = await openOwn()
  try {
    const { links } = await calls.call(findSaved, { link: url })
    const isOfPage = links.some(each => each._id === linkId)
    if (isOfPage) await undoSave(calls, linkId)
    return { isDone: isOfPage }
  } catch (error) {
    return { isDone: false, message: toProblem(error).message }
  }
}

/** Saves a page into the collection of the last save. */
export async function savePage(url: string, title: string): Promise<Outcome> {
  const parent = (await readState('lastParent')) ?? null
  const name = title.trim().slice(0, limits.title) || url.slice(0, limits.title)
  return runNow({ kind: 'save', link: url, name, desc: '', category: 3, parent, tags: [] })
}
