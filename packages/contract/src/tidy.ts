import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { flag, ids, link, page } from './shapes.ts'

/** Links that may need attention: without tags, or not used for a year. */
export const untidyGroup = z.enum(['untagged', 'forgotten'])
export type UntidyGroup = z.output<typeof untidyGroup>

export const listUntidyLinks = operation({
  path: 'get-untidy-links',
  keyScope: 'read',
  summary:
    "Lists the caller's own links that may need attention, 50 per page. `untagged`: without tags, the newest first; an encrypted link whose tags are hidden is left out. " +
    '`forgotten`: saved and last changed more than a year ago, and since then not noted, read or played here, the oldest first; favourites are left out. ' +
    'Links of keep-links are left out too.',
  input: z.object({ group: untidyGroup, page }),
  output: z.object({ links: z.array(link), page: z.number(), total: z.number() }),
  reads: ['links', 'tags', 'favourites', 'collections', 'notes'],
})

export const dismissUntidyLinks = operation({
  path: 'keep-links',
  keyScope: 'write',
  summary:
    "Keeps the caller's own links as they are, so that get-untidy-links leaves them out: of `untagged` from now on, of `forgotten` for a year. `kept` 0 lists them again. A link is not changed by it, and links of others are ignored.",
  input: z.object({ links: ids, group: untidyGroup, kept: z._default(flag, 1) }),
  output: z.object({ changed: z.number() }),
  errors: ['links.noneChosen'],
  // Only the lists of links that may need attention change.
  touches: ['links'],
})
