import * as contract from '@nestmark/contract/tags'
import { grantTag } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { action } from '../../calls/action.ts'
import { renameTagInRules } from '../rules/renameTags.ts'
import { presentTag } from '../tags/listTags.ts'
import { distinctNames } from '../tags/store.ts'
import { updateSearchIndex } from './reindex.ts'
import { renameTag, tagOfName } from './store.ts'

/** Renames a tag. Does not merge two tags of one name: the user decides that, see mergeTags. */
export const updateTag = action(contract.updateTag, async (call, input) => {
  const [name] = distinctNames([input.tag_name])
  if (name === undefined) return refuse('tags.nameRequired')
  const { actor, services } = call
  const done = await services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    const granted = await grantTag(tx, actor, input.tag_id)
    const { tag } = granted
    const other = await tagOfName(tx, actor.personId, name)
    if (other && other.seq !== tag.seq)
      return refuse('tags.nameTaken', { data: { success: 0, tag: presentTag(other) } })
    await renameTag(tx, granted, tag.seq, name)
    await renameTagInRules(tx, actor.personId, tag.name, name)
    const job = name === tag.name ? undefined : await updateSearchIndex(tx, call, [tag])
    return { success: 1 as const, tag: presentTag({ ...tag, name }), ...(job && { job }) }
  })
  services.jobs.wake()
  return done
})
