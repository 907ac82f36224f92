import * as contract from '@nestmark/contract/files'
import { beginUpload, saveFile, sendParts, toAudio } from '../../support/files.ts'
import type { Resources } from '../factory.testing.ts'
import { ownerOnly, type Row, writers } from '../row.testing.ts'

const uploads = ownerOnly('files.uploadNotFound')
const targets = writers('collections.readOnly', 'collections.notFound')
const notFound = 'links.notFound'

/** Creates an upload of the owner into the target, whose only part arrived. */
async function createUpload(resources: Resources): Promise<string> {
  const { owner } = resources.people
  const bytes = toAudio(100)
  const options = { name: `${resources.name('sound')}.mp3`, parent: resources.target }
  const upload = await beginUpload(owner, bytes.length, options)
  await sendParts(resources.app, owner, upload, bytes)
  return upload.upload_id
}

/** Creates a link with a file in the target. */
async function createFileLink(resources: Resources): Promise<string> {
  const options = { name: resources.name('sound'), parent: resources.target }
  return (await saveFile(resources.app, resources.people.owner, toAudio(100), options))._id
}

export const fileRows: readonly Row[] = [
  {
    op: contract.uploadTarget,
    key: 'write',
    input: resources => ({
      key: 'sound.mp3',
      size: 100,
      content_type: 'audio/mpeg',
      parent: resources.target,
    }),
    expect: targets,
  },
  {
    op: contract.startUpload,
    key: 'write',
    input: resources => ({
      name: 'sound.mp3',
      size: 100,
      content_type: 'audio/mpeg',
      parent: resources.target,
    }),
    expect: targets,
  },
  {
    op: contract.getUpload,
    key: 'read',
    input: async resources => ({ upload_id: await createUpload(resources) }),
    expect: uploads,
  },
  {
    op: contract.finishUpload,
    key: 'write',
    input: async resources => ({ upload_id: await createUpload(resources) }),
    expect: uploads,
  },
  {
    op: contract.cancelUpload,
    key: 'write',
    input: async resources => ({ upload_id: await createUpload(resources) }),
    expect: uploads,
  },
  {
    op: contract.downloadUrl,
    key: 'read',
    input: async resources => ({ link_id: await createFileLink(resources) }),
    expect: {
      private: ['done', notFound, notFound, notFound, notFound],
      team: ['done', 'done', 'done', notFound, notFound],
      public: ['done', 'done', 'done', 'done', 'done'],
    },
  },
  {
    op: contract.downloadUrl,
    case: 'of a link without a file',
    key: 'read',
    input: async resources => ({ link_id: await resources.link() }),
    expect: {
      private: ['files.notFound', notFound, notFound, notFound, notFound],
      team: ['files.notFound', 'files.notFound', 'files.notFound', notFound, notFound],
      public: ['files.notFound', 'files.notFound', 'files.notFound', 'files.notFound', 'files.notFound'],
    },
  },
]
