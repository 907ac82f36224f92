import { accounts } from './baseline/accounts.ts'
import { encryption } from './baseline/encryption.ts'
import { files } from './baseline/files.ts'
import { jobs } from './baseline/jobs.ts'
import { library } from './baseline/library.ts'
import { pages } from './baseline/pages.ts'
import { people } from './baseline/people.ts'
import { plans } from './baseline/plans.ts'
import { revisions } from './baseline/revisions.ts'
import { search } from './baseline/search.ts'
import { sharing } from './baseline/sharing.ts'
import { upkeep } from './baseline/upkeep.ts'
import { webhooks } from './baseline/webhooks.ts'
import type { Migration, Schema } from './migration.ts'

/** Each part after those that its rows reference. */
const parts: readonly Schema[] = [
  people,
  plans,
  accounts,
  library,
  upkeep,
  files,
  pages,
  encryption,
  sharing,
  jobs,
  webhooks,
  search,
  revisions,
]

/** Makes the schema that migrations 001 to 103 made (docs/adr/096). */
export const migration: Migration = {
  name: '103-baseline',
  statements: types => parts.flatMap(part => part.statements(types)),
  sqlite: parts.flatMap(part => part.sqlite ?? []),
  postgres: parts.flatMap(part => part.postgres ?? []),
}
