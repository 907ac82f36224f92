import * as contract from '@nestmark/contract/encryption/encryption'
import { refuse } from '../../../access/refuse.ts'
import { lockTree } from '../../../db/dialect.ts'
import { overwriteDeleted } from '../../../db/statements/overwriting.ts'
import { action } from '../../../calls/action.ts'
import { changeLinks } from '../links/changeLinks.ts'

/** Encrypts links, or decrypts them, in one transaction: all or none (E09). */
export const updateEnc = action(contract.updateEnc, async (call, input) => {
  const { actor, services } = call
  if (input.links.length === 0) refuse('links.noneChosen')
  const links = await overwriteDeleted(services.db, async tx => {
    await lockTree(tx, actor.personId)
    const { publicUrl } = services.config
    return changeLinks(tx, actor, { ...input, plain: input.plain === 1, publicUrl }, services.now())
  })
  services.jobs.wake()
  return { changed: links.length, links }
})
