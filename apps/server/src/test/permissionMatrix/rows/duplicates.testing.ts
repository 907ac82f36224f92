import * as contract from '@nestmark/contract/links/duplicates'
import { noToken, readers, type Row, signedInOnly, writers } from '../row.testing.ts'

const readOnly = 'links.readOnly'
const notFound = 'links.notFound'

export const duplicateRows: readonly Row[] = [
  {
    op: contract.findDuplicates,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    empty: {},
  },
  {
    op: contract.countDuplicates,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    empty: { groups: [0, 0, 0, 0, 0], links: [0, 0, 0, 0, 0] },
  },
  {
    op: contract.deleteDuplicateBroken,
    key: 'write',
    input: async resources => ({ links: [{ _id: await resources.link(), tags: [] }] }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.mergeDuplicates,
    key: 'write',
    input: async resources => ({
      groups: [{ keep: await resources.link(), links: [await resources.link()] }],
    }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.markDistinct,
    key: 'write',
    input: async resources => ({ links: [await resources.link(), await resources.link()] }),
    expect: readers(notFound, noToken),
  },
]
