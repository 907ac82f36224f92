import type { FeedRead, SearchRead, RuleRead } from '@nestmark/core/bookmarkFiles/events'
import { limits } from '@nestmark/core/limits'
import { truncateText } from '@nestmark/core/words/truncateText'
import { normaliseAddress } from '@nestmark/core/addresses/url'
import { extraReasons as reasons } from '@nestmark/texts/transfer/importFormats'
import { ruleActions, ruleConditions } from '@nestmark/contract/rules'
import { errorTexts } from '@nestmark/texts/errors'
import * as z from 'zod/mini'
import { Refused } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import { newId, toCreatedId } from '../../../db/newId.ts'
import { requireFeedQuota } from '../../feeds/feeds.ts'
import { hasFeed, insertFeed, planReading, takesFeeds, listFeedsOf } from '../../feeds/store.ts'
import { insertSavedSearch, selectSavedSearches } from '../../search/savedStore.ts'
import { emptyReport, nameRow, type Report, rowsNamed } from '../importReport.ts'
import { readOwner } from '../../highlights/pages/pageStore.ts'
import { assertUsable, normaliseRule } from '../../rules/checkRule.ts'
import { insertRule, removeRules, selectRules, writeContent } from '../../rules/store.ts'

/** Feeds with the collections that they fill, saved searches, and rules with the collections to which they move links. */
export interface ImportedExtras {
  feeds: (FeedRead & { collectionId: string })[]
  searches: SearchRead[]
  rules: ImportedRule[]
}

/**
 * Writes the feeds, the saved searches and the rules of a file. Like `ImportHighlights` it adds what happens to them to the report of
 * the reading half.
 */
export class ImportExtras {
  readonly #importing: Importing
  #report: Report = emptyReport()
  /** The batch that is being written, and the report before it. */
  #batch: { extras: ImportedExtras; before: Report } | null = null

  constructor(importing: Importing) {
    this.#importing = importing
  }

  /**
   * Writes those of a batch, in its transaction, in which the tree is locked.
   * @param read the report of the batch, as JSON
   * @returns the report with theirs, and whether anything was added
   */
  async write(tx: Tx, extras: ImportedExtras, read: string): Promise<{ report: string; isChanged: boolean }> {
    // A transaction that is repeated starts with the report of the batch before.
    if (this.#batch?.extras !== extras) this.#batch = { extras, before: this.#report }
    const next = structuredClone(this.#batch.before)
    let isChanged = false
    const note = (reason: string | null, title: string, address?: string) => {
      if (reason === null) isChanged = true
      else nameRow(next, { row: 0, title, address }, reason)
    }
    for (const feed of extras.feeds) note(await addFeed(tx, feed, this.#importing), feed.title, feed.address)
    for (const search of extras.searches) note(await addSearch(tx, search, this.#importing), search.name)
    for (const rule of extras.rules)
      note(await addRule(tx, rule, this.#importing), Object.values(rule.conditions).join(' '))
    this.#report = next
    if (next.rows.length === 0) return { report: read, isChanged }
    const whole = JSON.parse(read) as Report
    const rows = [...whole.rows, ...next.rows].slice(0, rowsNamed)
    return { report: JSON.stringify({ ...whole, rows }), isChanged }
  }
}

/** Adds a feed. Returns the reason when it is not added. */
async function addFeed(
  tx: Tx,
  { address: written, title, tag, added, collectionId }: ImportedExtras['feeds'][number],
  { ownerId, id, at }: Importing,
): Promise<string | null> {
  const address = normaliseAddress(written)
  if (address === null || address.length > limits.feedAddress) return reasons.feedAddress
  if (!(await takesFeeds(tx, ownerId, collectionId))) return reasons.feedPlace
  if (await hasFeed(tx, collectionId, address)) return reasons.feedThere
  try {
    await requireFeedQuota(tx, ownerId)
  } catch (error) {
    if (error instanceof Refused) return reasons.feedRoom
    throw error
  }
  const feed = {
    id: newId(),
    person_id: ownerId,
    collection_id: collectionId,
    address,
    title: truncateText(title, limits.title),
    tag: tag === null || tag === '' ? null : truncateText(tag, limits.tagName),
    // The links of the feed are in the file.
    with_newest: 0,
    next_at: at,
    created_at: added ?? at,
    import_id: id,
  }
  await insertFeed(tx, feed)
  await planReading(tx, feed, at, at)
  return null
}

/** Adds a saved search. Returns the reason when it is not added. */
async function addSearch(
  tx: Tx,
  { name, input, type, category, order, added }: SearchRead,
  { ownerId, id, at }: Importing,
): Promise<string | null> {
  const saved = await selectSavedSearches(tx, ownerId)
  const isSame = saved.some(
    each =>
      each.name === name &&
      each.input === input &&
      each.type === type &&
      each.category === category &&
      each.by_date === order,
  )
  if (isSame) return reasons.searchThere
  if (saved.length >= limits.savedSearches) return reasons.searchRoom
  const row = { id: newId(), person_id: ownerId, name, input, type, category, by_date: order }
  await insertSavedSearch(tx, { ...row, created_at: added ?? at, import_id: id })
  return null
}

/** Whose import it is. */
interface Importing {
  ownerId: string
  /** The job. */
  id: string
  /** Milliseconds since 1970. */
  at: number
}

/** A rule with the collection to which it moves links: null when that was not imported, absent for a rule that moves none. */
type ImportedRule = RuleRead & { collectionId?: string | null }

/** Adds a rule, behind those that there are. Returns the reason when it is not added. */
async function addRule(
  tx: Tx,
  { number, active, added, collectionId, ...written }: ImportedRule,
  { ownerId, id: job, at }: Importing,
): Promise<string | null> {
  const id = toRuleId(job, number)
  const others = await selectRules(tx, ownerId)
  // An earlier attempt has added it.
  if (others.some(each => each.id === id)) return null
  const feed = await findFeedOfRule(tx, ownerId, written.conditions.feed)
  if (feed === null || collectionId === null) return reasons.rulePlace
  const conditions = exactConditions.safeParse({ ...written.conditions, ...(feed !== undefined && { feed }) })
  const actions = exactActions.safeParse({
    ...written.actions,
    ...(collectionId !== undefined && { collection: collectionId }),
  })
  if (!conditions.success || !actions.success) return reasons.rule
  try {
    const rule = normaliseRule({ conditions: conditions.data, actions: actions.data })
    const content = writeContent(rule)
    if (others.some(each => each.conditions === content.conditions && each.actions === content.actions))
      return reasons.ruleThere
    if (others.length >= limits.rules) return reasons.ruleRoom
    const { plan, root_id: rootId } = await readOwner(tx, ownerId)
    await assertUsable(tx, { personId: ownerId, sessionId: job, rootId, plan }, rule)
    const position = (others.at(-1)?.position ?? -1) + 1
    const row = { id, person_id: ownerId, position, active: active ? 1 : 0, ...content }
    await insertRule(tx, { ...row, created_at: added ?? at })
    return null
  } catch (error) {
    if (error instanceof Refused) return errorTexts[error.code]
    throw error
  }
}

// A condition that this version does not know would make the rule one for more links.
const exactConditions = z.strictObject(ruleConditions.shape)
const exactActions = z.strictObject(ruleActions.shape)

/** Returns the id of the person's feed with an address; null when there is none, undefined without an address. */
async function findFeedOfRule(
  tx: Tx,
  personId: string,
  address: unknown,
): Promise<string | null | undefined> {
  if (address === undefined) return undefined
  const wanted = normaliseAddress(String(address))
  return (await listFeedsOf(tx, { personId })).find(feed => feed.address === wanted)?.id ?? null
}

/** Returns the id of an imported rule. It derives from its place in the file, by which the undo finds it. */
const toRuleId = (job: string, number: number) => toCreatedId(job, `rule ${number}`)

/** Deletes the rules that an import created. */
export async function removeImportedRules(tx: Tx, personId: string, job: string): Promise<void> {
  const ids = Array.from({ length: limits.rules }, (_, at) => toRuleId(job, at + 1))
  await removeRules(tx, personId, ids)
}
