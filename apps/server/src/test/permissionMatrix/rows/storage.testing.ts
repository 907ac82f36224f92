import * as contract from '@nestmark/contract/storage'
import { saveFile, toAudio } from '../../support/files.ts'
import { ownerOnly, type Row, signedInOnly } from '../row.testing.ts'

export const storageRows: readonly Row[] = [
  {
    op: contract.getStorageDetails,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
  },
  {
    op: contract.listStoredLinks,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
  },
  {
    op: contract.removeStoredFiles,
    key: 'write',
    input: async ({ app, people, target }) => {
      const link = await saveFile(app, people.owner, toAudio(100), { parent: target })
      return { linkIdArr: [link._id] }
    },
    expect: ownerOnly('links.notFound'),
    changes: 'maybe',
  },
  {
    op: contract.restoreStoredFiles,
    key: 'write',
    input: async ({ app, people, target }) => {
      const link = await saveFile(app, people.owner, toAudio(100), { parent: target })
      const { undo } = await people.owner.call(contract.removeStoredFiles, { linkIdArr: [link._id] })
      return { undo: undo! }
    },
    expect: ownerOnly('undo.expired'),
    changes: 'maybe',
  },
]
