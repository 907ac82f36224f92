import * as contract from '@nestmark/contract/links/links'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { hasHiddenTags } from '../../collections/placing/keyOfCollection.ts'
import { tagBatch } from './tagBatch.ts'
import { manyLinks } from './targets.ts'
import { runAction } from './runAction.ts'

/** Adds and removes tags on many links. Refuses when none of them may have tags (ENC-12); otherwise skips those. */
export const tagLinks = action(contract.tagLinks, async (call, input) => {
  const { added_tags_name: addTags, deleted_tags: dropTags } = input
  const targets = { ids: input.links, every: input.every, except: input.except }
  manyLinks(targets)
  if (addTags.length + dropTags.length === 0) refuse('tags.nameRequired')
  const done = await runAction(
    call,
    'links.edit',
    targets,
    { action: 'tagLinks', addTags, dropTags },
    (tx, batch, granted) => {
      if (addTags.length > 0 && granted.links.every(hasHiddenTags)) refuse('encryption.tagsHidden')
      return tagBatch(tx, batch, granted, { addTags, dropTags })
    },
  )
  return done.as(n => ({ changed: n }))
})
