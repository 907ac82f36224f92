import { pageHighlights } from '@nestmark/contract/highlights'
import type { Highlight } from '@nestmark/contract/highlightShapes'
import { findSaved } from '@nestmark/contract/links'
import { limits } from '@nestmark/core/limits'
import { browser } from '../lib/browser.ts'
import type { ContentMessage } from '../lib/messages.ts'
import { runNow } from './answerPage.ts'
import { showKeptBadge } from './badge.ts'
import { openOutbox } from './outbox.ts'
import { currentConnection, openOwn, readState, writeState } from './own.ts'
import { type Problem, toProblem } from './problem.ts'
import type { Outcome } from './queue.ts'
import { insertRules } from './sites.ts'

/** What the bar knows about its page. */
export interface PageState {
  isConnected: boolean
  /** The person does not want the bar here. */
  isOff: boolean
  highlights: Highlight[]
  /** The name of the collection in which the page is saved; null when it is not. */
  savedIn: string | null
  lastStyle: 1 | 2 | 3 | 4
  problem?: Problem
}

/** The answers to the messages of the bar. */
export interface ContentAnswer {
  openPage: PageState
  saveHighlight: { outcome: Outcome }
  deleteHighlight: { outcome: Outcome }
  savePage: { outcome: Outcome }
  hideHere: null
  openSettings: null
  openLibrary: null
}

/** Answers our script in the main frame of a web page. Never throws. */
export async function answerContent(message: ContentMessage, tabId: number): Promise<unknown> {
  switch (message.kind) {
    case 'openPage':
      await insertRules(tabId, message.ground)
      return openPage(message.url, tabId)
    case 'saveHighlight': {
      const { highlightId, isNew, url, title, text, comment, style, anchor } = message
      if (style) await writeState('lastStyle', style)
      const place = isNew ? { url, title, text, anchor } : {}
      return { outcome: await runNow({ kind: 'highlight', highlightId, comment, style, ...place }) }
    }
    case 'deleteHighlight':
      return { outcome: await runNow({ kind: 'deleteHighlight', highlightId: message.highlightId }) }
    case 'savePage':
      return { outcome: await savePage(message.url, message.title) }
    case 'hideHere': {
      const hosts = new Set(await readState('offSites'))
      await writeState('offSites', [...hosts.add(new URL(message.url).host)])
      return null
    }
    case 'openSettings':
      await browser.runtime.openOptionsPage()
      return null
    case 'openLibrary': {
      const connection = await readState('connection')
      if (connection) await browser.tabs.create({ url: `${connection.server}/highlights` })
      return null
    }
  }
}

async function openPage(url: string, tabId: number): Promise<PageState> {
  const [connection, offSites, lastStyle] = await Promise.all([
    currentConnection(),
    readState('offSites'),
    readState('lastStyle'),
  ])
  const isOff = (offSites ?? []).includes(new URL(url).host)
  const waiting = await listWaiting(url)
  const state = {
    isConnected: connection !== undefined,
    isOff,
    lastStyle: lastStyle ?? 1,
    highlights: waiting,
    savedIn: null,
  }
  if (!connection || isOff) return state
  const { calls } = await openOwn()
  try {
    const [page, saved] = await Promise.all([
      calls.call(pageHighlights, { url }),
      calls.call(findSaved, { link: url }),
    ])
    const highlights = [...(page?.data.highlights ?? []), ...waiting]
    const [link] = saved.links
    await showKeptBadge(tabId, link !== undefined, highlights.length)
    return { ...state, highlights, savedIn: link ? (link.parent_name ?? '') : null }
  } catch (error) {
    const problem = toProblem(error)
    return { ...state, isConnected: problem.kind !== 'ended', problem }
  }
}

/** Returns the new highlights of a page that the server does not have yet. */
async function listWaiting(url: string): Promise<Highlight[]> {
  return (await openOutbox()).list().flatMap(({ at, task, problem }) =>
    task.kind === 'highlight' && task.url === url && task.text && problem?.kind !== 'refused'
      ? [
          {
            _id: task.highlightId,
            text: task.text,
            comm: task.comment ?? '',
            style: task.style ?? 1,
            anchor: task.anchor ?? null,
            create_date: at,
            update_date: at,
          },
        ]
      : [],
  )
}

/** Saves a page into the collection of the last save. */
export async function savePage(url: string, title: string): Promise<Outcome> {
  const parent = (await readState('lastParent')) ?? null
  const name = title.trim().slice(0, limits.title) || url.slice(0, limits.title)
  return runNow({ kind: 'save', link: url, name, desc: '', category: 3, parent, tags: [] })
}
