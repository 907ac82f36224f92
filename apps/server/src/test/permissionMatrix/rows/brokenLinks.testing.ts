import * as contract from '@nestmark/contract/links/brokenLinks'
import type { Resources } from '../factory.testing.ts'
import { type Line, noToken, type Row, signedInOnly, signedInUnchanged, writers } from '../row.testing.ts'

const ofLink = async (resources: Resources) => ({ links: [await resources.link()] })

/** The links of the tests are notes, which have no address. */
const ofOwner: Line = [
  'brokenLinks.notChecked',
  'links.notFound',
  'links.notFound',
  'links.notFound',
  noToken,
]

export const brokenLinkRows: readonly Row[] = [
  {
    op: contract.checkLinkStatus,
    key: 'write',
    input: () => ({}),
    expect: signedInOnly,
    // A check starts once in a day.
    before: ({ app }) => app.services.db.write(tx => tx.deleteFrom('link_check_runs').execute()),
  },
  {
    op: contract.getBrokenLinks,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
    empty: [],
  },
  { op: contract.getLinkCheck, key: 'read', input: () => ({}), expect: signedInOnly, ownOnly: true },
  {
    op: contract.setCheckSchedule,
    key: 'write',
    input: () => ({ schedule: 'never' }),
    expect: signedInUnchanged,
    changes: 'maybe',
  },
  {
    op: contract.checkLink,
    key: 'write',
    input: async resources => ({ link_id: await resources.link() }),
    expect: { private: ofOwner, team: ofOwner, public: ofOwner },
  },
  {
    op: contract.ignoreBrokenLinks,
    key: 'write',
    input: async resources => ({ ...(await ofLink(resources)), ignored: 1 }),
    expect: signedInOnly,
    changes: false,
  },
  {
    op: contract.updateAddresses,
    key: 'write',
    input: ofLink,
    expect: writers('links.readOnly', 'links.notFound'),
    changes: 'maybe',
  },
]
