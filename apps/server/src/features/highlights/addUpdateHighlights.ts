import * as contract from '@nestmark/contract/reading/highlights'
import { highlightEntry, type HighlightEntry } from '@nestmark/contract/reading/highlights'
import { type ErrorCode, errorStatus } from '@nestmark/contract/errors'
import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { refuse, Refused } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { assertStorable } from '../../calls/inputValidation.ts'
import { lockPages } from './changeStore.ts'
import { requireRoom, toTarget, toTitle } from './pages/pageRules.ts'
import { openPage } from './pages/pageStore.ts'
import { readPageById } from './pages/presentPages.ts'
import { planAdditions, planReplacement, writePage } from './pages/writePage.ts'

/** Writes the highlights of a page, or adds some to the page of an address, all or none (HL-05). */
export const addUpdateHighlights = action(
  contract.addUpdateHighlights,
  async (call, { highlight_id: id, url, title = '', highlights }) => {
    const { actor, services } = call
    const entries = parseEntries(highlights)
    const at = services.now()
    const pageId = await services.db.write(async tx => {
      const [page] = id
        ? await lockPages(tx, actor.personId, 'id', [id])
        : [await openPage(tx, actor.personId, toTarget(url, title), at)]
      if (!page) return refuse('highlights.notFound')
      if (page.link_id !== null) refuse('encryption.encrypted')
      const plan = id ? planReplacement : planAdditions
      const change = await plan(tx, page, entries, at)
      if (change.created.length > 0)
        requireRoom(actor.plan, page.count + change.created.length - change.removed.length)
      await writePage(tx, page, change, toTitle(title), { ...actor, at })
      return page.id
    })
    return readPageById(call, pageId)
  },
)

/**
 * Returns the highlights of a JSON array.
 * @throws Refused 'request.tooLarge', 'highlights.listInvalid', 'highlights.tooMany', 'request.textInvalid', and the
 * refusals of the fields
 */
function parseEntries(json: string): HighlightEntry[] {
  if (json.length > limits.highlightsJson) refuse('request.tooLarge')
  const list = parseJson(json)
  if (!Array.isArray(list)) return refuse('highlights.listInvalid')
  if (list.length > limits.highlightsPerPage) refuse('highlights.tooMany')
  // Escapes inside the JSON were not decoded when the request was checked.
  assertStorable(list)
  const parsed = z.safeParse(z.array(highlightEntry), list)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(issue => ({
    path: ['highlights', ...issue.path].join('.'),
    code: issue.message in errorStatus ? (issue.message as ErrorCode) : ('highlights.listInvalid' as const),
  }))
  throw new Refused(fields[0]?.code ?? 'highlights.listInvalid', { fields })
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
