import * as contract from '@nestmark/contract/rules'
import type { RuleExample } from '@nestmark/contract/rules'
import { limits } from '@nestmark/core/limits'
import { compileRules, type RuleChange } from '@nestmark/core/rules'
import { action, ownLibraryRead } from '../../calls/action.ts'
import { lastLink } from '../links/store.ts'
import { normaliseRule, readPlaces, withPossibleMoves } from '../rules/checkRule.ts'
import { type ListedLink, listRuledLinks } from './ruledLinkQuery.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { StatusReply } from '../../calls/replies.ts'
import { enqueueBulkAction } from '../../undo/bulkActions.ts'
import { countSet } from '../links/lists/linkPageQuery.ts'
import { openEveryLink } from '../links/sets/linkSet.ts'
import { readContent, selectRules } from '../rules/store.ts'

/** Links per statement: few enough for the memory of the reader thread. */
const readAtOnce = 5000

/** Reports how many links of the person rules would change, with the newest as examples. */
export const testRules = action(
  contract.testRules,
  ownLibraryRead,
  async ({ actor, services: { db } }, input) => {
    const wanted = input.rules.map(normaliseRule)
    const rules = await withPossibleMoves(db.read, actor, wanted)
    const places = await readPlaces(db.read, actor, rules)
    const match = compileRules(rules)
    const upTo = await lastLink(db.read)
    const newest: { link: ListedLink; change: RuleChange }[] = []
    let changes = 0
    for (let after: ListedLink['at'] | undefined, isLast = rules.length === 0; !isLast;) {
      const part = { after, upTo, limit: readAtOnce, onlySites: true }
      const links = await listRuledLinks(db.read, actor.personId, rules, part)
      for (const link of links) {
        const change = match(link)
        if (!change) continue
        changes++
        newest.push({ link, change })
        if (newest.length > limits.ruleExamples) newest.shift()
      }
      after = links.at(-1)?.at
      isLast = links.length < readAtOnce
    }
    const nameOf = (id: string) => places.get(id)?.name ?? ''
    return { changes, examples: newest.toReversed().map(each => toExample(each, nameOf)) }
  },
)

function toExample(
  { link, change }: { link: ListedLink; change: RuleChange },
  nameOf: (id: string) => string,
): RuleExample {
  const { title, address, tags, collection, favourite } = change
  return {
    _id: link.id,
    title: link.title,
    link: link.address,
    ...(title !== undefined && { new_title: title }),
    ...(address !== undefined && { new_link: address }),
    ...(tags && { new_tags: tags }),
    ...(collection !== undefined && { new_collection: nameOf(collection) }),
    ...(favourite && { favourite: 1 as const }),
  }
}

/** Applies rules to the library by a job. It keeps the rules as they are now, so that it does what was tested. */
export const applyRules = action(contract.applyRules, async ({ actor, services }, { rules: ids }) => {
  const answer = await services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    const rows = await selectRules(tx, actor.personId)
    const named = new Set(ids)
    const chosen = rows.filter(row => (ids ? named.has(row.id) : row.active === 1))
    if (chosen.length < named.size) refuse('rules.notFound')
    if (chosen.length === 0) refuse('rules.noneChosen')
    const at = services.now()
    const set = await openEveryLink(tx, actor, {}, at)
    const links = set.known ?? (await countSet(tx, set))
    const rules = chosen.map(readContent)
    const order = { action: 'applyRules', rules, upTo: await lastLink(tx) } as const
    return { links, job: await enqueueBulkAction(tx, actor, order, links, at) }
  })
  services.jobs.wake()
  return new StatusReply(answer, 202, 'OK')
})
