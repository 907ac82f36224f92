import * as labels from '@nestmark/contract/sharing/whiteLabels'
import { saveLabel } from '../../../features/whiteLabels/store.ts'
import type { Resources } from '../factory.testing.ts'
import { owners, type Row } from '../row.testing.ts'
import { createPremium } from './domains.testing.ts'

const expectOwners = owners('collections.readOnly', 'collections.notFound')

/** Creates a collection that has a white label. */
async function createLabelled(resources: Resources): Promise<string> {
  const { app, people } = resources
  const collectionId = await createPremium(resources, resources.collection())
  await app.services.db.write(tx =>
    saveLabel(tx, { collectionId, personId: people.owner.id }, { name: 'Tar' }),
  )
  return collectionId
}

const ofPage = (op: Row['op'], more: object = {}, changes = true): Row => ({
  op,
  key: 'none',
  changes,
  input: async resources => ({ folder_id: await createLabelled(resources), ...more }),
  expect: expectOwners,
})

export const whiteLabelRows: readonly Row[] = [
  ofPage(labels.getWhiteLabel, {}, false),
  ofPage(labels.setWhiteLabel, { name: 'Halden Boatyard', accent: '#8c2f24', paper: '' }),
  ofPage(labels.uploadLogo, { picture: true }),
  ofPage(labels.deleteWhiteLabel),
]
