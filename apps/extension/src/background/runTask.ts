import type { Client } from '@nestmark/contract/client'
import { createCollection } from '@nestmark/contract/collections'
import { deleteHighlight, saveHighlight } from '@nestmark/contract/reading/highlights'
import { deleteNote, saveNote } from '@nestmark/contract/links/linkNote'
import { favouriteLink, saveLink, saveLinks, updateLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { Refusal } from '@nestmark/contract/client'
import type { Task, TaskOf } from '../lib/tasks.ts'
import type { Own } from './own.ts'
import { sendCapture } from './sendCapture.ts'

/** The links of one call of `add-links`. */
const linksPerCall = 100

/** What the server made of a task. */
export type TaskResult = { link?: Link; collectionId?: string; highlights?: number }

/**
 * Returns how tasks are executed, by their kind. Each can be repeated with the same key and then has the effect of one.
 * @param store puts a further task with its own key into the queue
 */
export function createTasks(
  own: Own,
  store: (task: Task, key: string) => Promise<void>,
): Record<Task['kind'], (input: unknown, key: string) => Promise<TaskResult>> {
  const { calls } = own
  /** Queues the captured page of a link. The same save has the same key: a repeated one queues it once. */
  const withCapture = async (result: { link: Link }, captureId: string | undefined, key: string) => {
    const { _id: linkId, name } = result.link
    if (captureId) await store({ kind: 'keep', linkId, captureId, name }, `${key}-keep`)
    return result
  }
  return {
    save: async (input, key) => {
      const task = input as TaskOf<'save'>
      return withCapture(await runSave(calls, task, key), task.captureId, key)
    },
    edit: async (input, key) => {
      const task = input as TaskOf<'edit'>
      return withCapture(await runEdit(calls, task), task.captureId, key)
    },
    tabs: (input, key) => runTabs(calls, input as TaskOf<'tabs'>, key),
    highlight: async input => {
      const { highlightId, comment, url, title, text, style, anchor } = input as TaskOf<'highlight'>
      const highlight = { highlight_id: highlightId, url, title, text, comm: comment, style, anchor }
      return { highlights: (await calls.call(saveHighlight, highlight)).count }
    },
    deleteHighlight: async input => ({
      highlights: await endHighlight(calls, (input as TaskOf<'deleteHighlight'>).highlightId),
    }),
    keep: (input, key) => sendCapture(own, input as TaskOf<'keep'>, key),
  }
}

async function runSave(api: Client, task: TaskOf<'save'>, key: string): Promise<{ link: Link }> {
  const { link, name, desc, category, parent, tags, thumbnail, isPlaceholder, note, isFavourite } = task
  const input = { link, name, desc, category, parent, tags, thumbnail }
  const saved = await api.call(saveLink, isPlaceholder ? { ...input, is_placeholder: 1 as const } : input, {
    idempotencyKey: key,
  })
  if (note) await api.call(saveNote, { link_id: saved._id, note })
  if (isFavourite) await api.call(favouriteLink, { link_id: saved._id, is_fav: 1 })
  return { link: saved }
}

async function runEdit(api: Client, task: TaskOf<'edit'>): Promise<{ link: Link }> {
  const { linkId, name, desc, category, tags, parent, note, isFavourite } = task
  const link = await api.call(updateLink, { link_id: linkId, name, desc, category, tags, parent })
  if (note) await api.call(saveNote, { link_id: linkId, note })
  else if (note === '') await api.call(deleteNote, { link_id: linkId })
  if (isFavourite !== undefined)
    await api.call(favouriteLink, { link_id: linkId, is_fav: isFavourite ? 1 : 0 })
  return { link }
}

async function runTabs(api: Client, { name, links }: TaskOf<'tabs'>, key: string): Promise<TaskResult> {
  const { _id: parent } = await api.call(createCollection, { name, desc: '' }, { idempotencyKey: `${key}-0` })
  for (let first = 0; first < links.length; first += linksPerCall) {
    const part = links.slice(first, first + linksPerCall).map(each => ({ ...each, category: 3 }))
    await api.call(saveLinks, { links: part, parent }, { idempotencyKey: `${key}-${first + 1}` })
  }
  return { collectionId: parent }
}

/** Deletes a highlight; one that was deleted elsewhere is deleted. */
async function endHighlight(api: Client, highlightId: string): Promise<number | undefined> {
  try {
    return (await api.call(deleteHighlight, { highlight_id: highlightId })).count
  } catch (error) {
    if (error instanceof Refusal && error.code === ('highlights.notFound' as never)) return undefined
    throw error
  }
}
