import * as contract from '@nestmark/contract/rules'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { action } from '../../calls/action.ts'
import { StatusReply } from '../../calls/replies.ts'
import { enqueueBulkAction } from '../../undo/bulkActions.ts'
import { countSet } from '../links/lists/linkPageQuery.ts'
import { openEveryLink } from '../links/sets/linkSet.ts'
import { lastLink } from '../links/store.ts'
import { readContent, selectRules } from '../rules/store.ts'

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
