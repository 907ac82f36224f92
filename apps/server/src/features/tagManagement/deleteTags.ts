import * as contract from '@nestmark/contract/tags'
import { grantTags } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { action } from '../../calls/action.ts'
import { clearLater, updateSearchIndex } from './reindex.ts'
import { hideTags } from './store.ts'

/** Deletes tags: they disappear from all links immediately, and can be restored for an hour. */
export const deleteTags = action(contract.deleteTags, async (call, input) => {
  if (input.tags.length === 0) refuse('tags.noneChosen')
  const { actor, services } = call
  const done = await services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    const granted = await grantTags(tx, actor, input.tags)
    const seqs = granted.tags.map(tag => tag.seq)
    await hideTags(tx, granted, seqs, services.now(), null)
    const job = await updateSearchIndex(tx, call, granted.tags)
    await clearLater(tx, call)
    return { changed: seqs.length, ...(job && { job }) }
  })
  services.jobs.wake()
  return done
})
