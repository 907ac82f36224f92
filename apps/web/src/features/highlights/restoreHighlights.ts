import { addUpdateHighlights, type HighlightPage, saveHighlight } from '@nestmark/contract/reading/highlights'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { limits } from '@nestmark/core/limits'
import { client } from '../../lib/api/client.ts'
import { refresh } from '../../lib/api/queryClient.ts'
import { splitList } from '../../lib/splitList.ts'

/** Creates a deleted highlight again, with its id, its colour, its comment and its date. @throws Refusal */
export async function restoreHighlight(highlight: Highlight, group: HighlightPage): Promise<void> {
  await send(highlight, group)
  await refresh(saveHighlight.touches)
}

async function send(
  { _id, text, comm, style, anchor, sealed, create_date }: Highlight,
  group: HighlightPage,
) {
  const common = { highlight_id: _id, style, create_date }
  await client.call(
    saveHighlight,
    sealed !== undefined && group.saved
      ? { ...common, link_id: group.saved._id, sealed }
      : { ...common, url: group.link, title: group.data.title, text, comm, anchor },
  )
}

/** Creates the deleted highlights of a page again. @param group has all of them @throws Refusal */
export async function restorePage(group: HighlightPage): Promise<void> {
  const { title, highlights } = group.data
  if (group.enc === 1) for (const highlight of highlights) await send(highlight, group)
  else
    for (const part of splitBySize(highlights, limits.highlightsJson))
      await client.call(addUpdateHighlights, { url: group.link, title, highlights: JSON.stringify(part) })
  await refresh(addUpdateHighlights.touches)
}

/**
 * Splits highlights into parts whose JSON is not longer than a limit.
 * @param max in UTF-16 code units; a single highlight is shorter
 */
export function splitBySize<T>(highlights: readonly T[], max: number): T[][] {
  // A comma after each but the last, and the brackets around the list.
  return splitList(highlights, highlight => JSON.stringify(highlight).length + 1, { maxSize: max - 1 })
}
