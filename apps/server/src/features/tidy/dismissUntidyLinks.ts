import type { Output, Parsed } from '@nestmark/contract/operation'
import type { dismissUntidyLinks as keep } from '@nestmark/contract/tidy'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { setTidyTime } from './store.ts'

/** Keeps links of the caller as they are, or lists them again. @throws Refused 'links.noneChosen' */
export async function dismissUntidyLinks(
  { actor, services }: Call,
  { links, group, kept: isTidy }: Parsed<typeof keep>,
): Promise<Output<typeof keep>> {
  if (links.length === 0) refuse('links.noneChosen')
  const at = isTidy === 1 ? services.now() : null
  return { changed: await services.db.write(tx => setTidyTime(tx, actor.personId, links, group, at)) }
}
