import type { Output, Parsed } from '@nestmark/contract/operation'
import type { addTags as addTagsCall } from '@nestmark/contract/tags'
import { assertDefined } from '@nestmark/core/assertDefined'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import type { Call } from '../../calls/call.ts'
import { distinctNames, ensureTags } from './store.ts'

/** Adds tags by name; existing ones are unchanged. */
export async function addTags(
  { actor, services: { db } }: Call,
  input: Parsed<typeof addTagsCall>,
): Promise<Output<typeof addTagsCall>> {
  const names = distinctNames(input.tags)
  if (names.length === 0) refuse('tags.nameRequired')
  const tags = await db.write(async tx => {
    await lockTree(tx, actor.personId)
    return ensureTags(tx, actor.personId, names)
  })
  return Object.fromEntries(names.map((name, at) => [name, assertDefined(tags[at], 'tag').id]))
}
