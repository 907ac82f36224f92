import * as contract from '@nestmark/contract/tidy'
import { type Row, signedInOnly, signedInUnchanged } from '../row.testing.ts'

export const tidyRows: readonly Row[] = [
  {
    op: contract.listUntidyLinks,
    key: 'read',
    input: () => ({ group: 'untagged' }),
    expect: signedInOnly,
    ownOnly: true,
    empty: { links: [], page: 1, total: 0 },
  },
  {
    op: contract.dismissUntidyLinks,
    key: 'write',
    input: async resources => ({ links: [await resources.link()], group: 'forgotten' }),
    expect: ['done', ...(signedInUnchanged.slice(1) as ['same', 'same', 'same', 'session.noToken'])],
  },
]
