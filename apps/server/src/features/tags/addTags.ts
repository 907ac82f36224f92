import * as contract from '@nestmark/contract/tags'
import { assertDefined } from '@nestmark/core/assertDefined'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { action } from '../../calls/action.ts'
import { distinctNames, ensureTags } from './store.ts'

/** Adds tags by name; existing ones are unchanged. */
export const addTags = action(contract.addTags, async ({ actor, services: { db } }, input) => {
  const names = distinctNames(input.tags)
  if (names.length === 0) refuse('tags.nameRequired')
  const tags = await db.write(async tx => {
    await lockTree(tx, actor.personId)
    return ensureTags(tx, actor.personId, names)
  })
  return Object.fromEntries(names.map((name, at) => [name, assertDefined(tags[at], 'tag').id]))
})
