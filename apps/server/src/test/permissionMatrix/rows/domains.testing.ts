import * as domains from '@nestmark/contract/sharing/domains'
import { newId } from '../../../db/newId.ts'
import { replaceDomain } from '../../../features/domains/store.ts'
import type { Resources } from '../factory.testing.ts'
import { noToken, owners, type Row } from '../row.testing.ts'

const readOnly = 'collections.readOnly'
const notFound = 'collections.notFound'
const notPublic = 'domains.notPublic'
const notProven = 'domains.notProven'

/** Returns a collection of the owner, and gives the owner the plan Premium. */
export async function createPremium(
  { app, people }: Resources,
  collection: Promise<string>,
): Promise<string> {
  await app.services.db.write(tx =>
    tx.updateTable('people').set({ plan: 3 }).where('id', '=', people.owner.id).execute(),
  )
  return collection
}

/** The same with a host, which is not verified. */
async function createWithHost(resources: Resources): Promise<string> {
  const { app, people } = resources
  const id = await createPremium(resources, resources.collection())
  const row = {
    id: newId(),
    person_id: people.owner.id,
    collection_id: id,
    host: `${newId().toLowerCase().replaceAll('_', 'x')}.example`,
    token: 'nestmark-token',
    verified_at: null,
    checked_at: null,
    failing_since: null,
    created_at: 0,
  }
  await app.services.db.write(tx => replaceDomain(tx, row))
  return id
}

const ofHost = (op: Row['op'], more: Partial<Row> = {}): Row => ({
  op,
  key: 'none',
  input: async resources => ({ folder_id: await createWithHost(resources) }),
  expect: owners(readOnly, notFound),
  ...more,
})

export const domainRows: readonly Row[] = [
  ofHost(domains.getDomain, { changes: false }),
  {
    op: domains.setDomain,
    key: 'none',
    input: async resources => ({
      folder_id: await createPremium(resources, resources.collection()),
      host: 'library.example',
    }),
    expect: {
      private: [notPublic, notFound, notFound, notFound, noToken],
      team: [notPublic, readOnly, readOnly, notFound, noToken],
      public: ['done', readOnly, readOnly, readOnly, noToken],
    },
  },
  // Their DNS does not answer.
  ofHost(domains.verifyDomain, {
    changes: false,
    expect: {
      private: [notProven, notFound, notFound, notFound, noToken],
      team: [notProven, readOnly, readOnly, notFound, noToken],
      public: [notProven, readOnly, readOnly, readOnly, noToken],
    },
  }),
  ofHost(domains.deleteDomain),
]
