import * as contract from '@nestmark/contract/reading/highlights'
import { highlightEntry, type HighlightEntry } from '@nestmark/contract/reading/highlights'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { parseEnvelope } from '@nestmark/core/encryptedText'
import { type ErrorCode, errorStatus } from '@nestmark/contract/errors'
import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { grantVisibleLink } from '../../access/grant.ts'
import { refuse, Refused } from '../../access/refuse.ts'
import { Batch } from '../../db/statements/batch.ts'
import type { Tx } from '../../db/db.ts'
import { newId } from '../../db/newId.ts'
import { addEvent } from '../../domainEvents/recordEvent.ts'
import { action } from '../../calls/action.ts'
import type { Call } from '../../calls/call.ts'
import { toLinkKey } from './pages/pageKey.ts'
import { type LockedPage, lockPages, recountPages, recountStatement, setHighlights } from './changeStore.ts'
import { lockKeyId } from '../links/words/noteStore.ts'
import {
  addInsertion,
  findHighlight,
  listHighlights,
  presentHighlight,
  type StoredHighlight,
} from './highlightStore.ts'
import { indexPage } from './pages/indexPage.ts'
import { isSameHighlight, requireRoom, toCreationTime, toTarget, toTitle } from './pages/pageRules.ts'
import { findKeyId, openPageWithText, type PageTarget, openPage } from './pages/pageStore.ts'
import { addTitle, planAdditions, planReplacement, writePage } from './pages/writePage.ts'
import { assertStorable } from '../../calls/inputValidation.ts'
import { readPageById } from './highlights.ts'

type Sent = Parsed<typeof contract.saveHighlight>
type Saved = Output<typeof contract.saveHighlight>

/**
 * Creates a highlight, or changes one by its id. The page stays locked until the end, so that two devices neither make the same
 * highlight twice nor exceed the limit of the plan.
 */
export const saveHighlight = action(contract.saveHighlight, async (call, input) => {
  const { actor, services } = call
  const at = services.now()
  return services.db.write(async tx => {
    const { highlight_id: id } = input
    const known = id === undefined ? undefined : await findHighlight(tx, id)
    if (known && known.owner_id !== actor.personId) refuse('highlights.notFound')
    const [page] = known ? await lockPages(tx, actor.personId, 'id', [known.page_id]) : []
    const [before] = page && id !== undefined ? await listHighlights(tx, [page.id], { id }) : []
    if (page && before) return change(tx, page, before, input, at)
    // A change of a highlight that was deleted since must not create it again.
    if (id !== undefined && input.url === undefined && input.link_id === undefined)
      refuse('highlights.notFound')
    return create(tx, call, input, at)
  })
})

/** Changes the sent fields of a highlight of a locked page. */
async function change(
  tx: Tx,
  page: LockedPage,
  before: StoredHighlight,
  input: Sent,
  at: number,
): Promise<Saved> {
  const { text, comm, anchor, sealed, style, found } = input
  if (before.sealed === null) {
    if (sealed !== undefined) refuse('encryption.notEncrypted')
  } else {
    if ((text ?? comm ?? anchor) !== undefined) refuse('encryption.encrypted')
    if (sealed !== undefined) await requireKey(tx, page, sealed)
  }
  const isUnchanged = [text, comm, anchor, sealed, style].every(part => part === undefined)
  const after: StoredHighlight = {
    ...before,
    text: text ?? before.text,
    comm: comm ?? before.comm,
    anchor: anchor ?? before.anchor,
    sealed: sealed ?? before.sealed,
    style: style ?? before.style,
    found: found === undefined ? before.found : found === 'here' ? null : found,
    updated_at: isUnchanged ? before.updated_at : at,
  }
  await setHighlights(tx, [after])
  if (after.sealed === null && !isUnchanged) await indexPage(tx, page, [after])
  await recountPages(tx, [page.id])
  return { page_id: page.id, count: page.count, highlight: presentHighlight(after) }
}

async function create(tx: Tx, { actor }: Call, input: Sent, at: number): Promise<Saved> {
  const { highlight_id: id = newId(), text = '', comm = '', anchor = null, sealed = null, style = 1 } = input
  const target = input.link_id === undefined ? toTarget(input.url, input.title) : toLinkTarget(input.link_id)
  if (target.linkId === null) {
    if (sealed !== null) refuse('encryption.notEncrypted')
    if (text === '') refuse('highlights.textRequired')
  } else {
    const keyId = await lockKeyId(tx, await grantVisibleLink(tx, actor, target.linkId))
    if (keyId === null) refuse('encryption.notEncrypted')
    // The envelope is bound to the id of the highlight.
    if (sealed === null || input.highlight_id === undefined || text !== '')
      return refuse('encryption.encrypted')
    if (parseEnvelope(sealed, 'highlight')?.kid !== keyId) refuse('encryption.otherKey')
  }
  const searched = sealed === null ? text : null
  const { page, same } = await openPageWithText(tx, actor.personId, target, searched, at)
  const known = same.find(each => isSameHighlight(each, { text, anchor }))
  if (known) return change(tx, page, known, input, at)
  requireRoom(actor.plan, page.count + 1)
  const created = {
    id,
    page_id: page.id,
    text,
    comm,
    anchor,
    sealed,
    style,
    found: null,
    created_at: toCreationTime(input.create_date, at),
  }
  const titled = await addTitle(tx, page, target.title)
  const batch = new Batch(tx)
  const finishInsertion = addInsertion(batch, titled, [created], at)
  batch.add(recountStatement(tx, [page.id]))
  const event = { type: 'highlight.created' as const, by: actor.personId, at }
  const subjects = [{ collectionId: actor.rootId, id, title: '' }]
  const finishEvent = addEvent(batch, event, subjects, { isShared: false, mayHaveWebhooks: true })
  await batch.run()
  // The id may be that of another person's highlight.
  if ((await finishInsertion()) === 0) refuse('highlights.notFound')
  await finishEvent()
  return {
    page_id: page.id,
    count: page.count + 1,
    highlight: presentHighlight({ ...created, updated_at: at }),
  }
}

const toLinkTarget = (linkId: string): PageTarget => ({
  key: toLinkKey(linkId),
  linkId,
  address: '',
  title: '',
})

/** Asserts that an envelope is encrypted with the key of the page's link. */
async function requireKey(tx: Tx, page: LockedPage, sealed: string): Promise<void> {
  const keyId = await findKeyId(tx, page.link_id ?? '')
  if (keyId === null) refuse('encryption.notEncrypted')
  if (parseEnvelope(sealed, 'highlight')?.kid !== keyId) refuse('encryption.otherKey')
}

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
