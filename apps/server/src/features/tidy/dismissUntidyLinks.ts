import * as contract from '@nestmark/contract/tidy'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { setTidyTime } from './store.ts'

/** Keeps links of the caller as they are, or lists them again. @throws Refused 'links.noneChosen' */
export const dismissUntidyLinks = action(
  contract.dismissUntidyLinks,
  async ({ actor, services }, { links, group, kept: isTidy }) => {
    if (links.length === 0) refuse('links.noneChosen')
    const at = isTidy === 1 ? services.now() : null
    return { changed: await services.db.write(tx => setTidyTime(tx, actor.personId, links, group, at)) }
  },
)
