import { highlightAnchor } from '@nestmark/contract/reading/highlightShapes'
import { limits } from '@nestmark/core/limits'
import { truncateText } from '@nestmark/core/words/truncateText'
import type { Tx } from '../../../db/db.ts'
import { maxOfPage, toTarget } from './pageRules.ts'
import { openPage } from './pageStore.ts'
import { type AddedEntry, planAdditions, type Writer, writePage } from './writePage.ts'

/** A highlight of a file. */
export interface FileHighlight {
  text: string
  comm: string
  style: 1 | 2 | 3 | 4
  /** When it was made, in milliseconds since 1970; null when unknown. */
  added: number | null
  /** When it was last changed; absent when unknown. */
  changed?: number
  /** Where it is. What is no anchor counts as none. */
  anchor?: unknown
}

/** What an import of the highlights of a page does: numbers of highlights. */
export interface AddedHighlights {
  added: number
  existing: number
  shortened: number
  /** Those above the limit of a page. */
  noRoom: number
  /** The page had none before. */
  isNewPage: boolean
}

/**
 * Adds highlights of a file to a page, as far as there is room. One that is there already is not added again.
 * @param page its address must be one that can be saved
 * @param plan that of the person
 */
export async function addToPage(
  tx: Tx,
  page: { address: string; title: string },
  highlights: readonly FileHighlight[],
  plan: number,
  writer: Writer,
): Promise<AddedHighlights> {
  let shortened = 0
  const entries = highlights.map((each): AddedEntry => {
    const text = fitText(each.text, limits.highlightText)
    const comm = fitText(each.comm, limits.highlightComment)
    if (text !== each.text || comm !== each.comm) shortened++
    const date = each.added === null ? {} : { create_date: each.added }
    const anchor = highlightAnchor.safeParse(each.anchor).data ?? null
    const changed = each.changed === undefined ? {} : { update_date: each.changed }
    return { text, comm, style: each.style, anchor, ...date, ...changed }
  })
  const target = toTarget(page.address, page.title)
  const opened = await openPage(tx, writer.personId, target, writer.at)
  const { created } = await planAdditions(tx, opened, entries, writer.at)
  const added = created.slice(0, Math.max(0, maxOfPage(plan) - opened.count))
  await writePage(tx, opened, { created: added, changed: [], removed: [] }, target.title, writer)
  return {
    added: added.length,
    existing: entries.length - created.length,
    shortened,
    noRoom: created.length - added.length,
    isNewPage: added.length > 0 && opened.count === 0,
  }
}

/** Returns a text that can be stored, within a limit. */
export function fitText(text: string, max: number): string {
  return truncateText(text.toWellFormed().replaceAll('\0', ''), max)
}
