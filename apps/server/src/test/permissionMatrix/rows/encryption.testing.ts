import * as contract from '@nestmark/contract/encryption/encryption'
import * as batches from '@nestmark/contract/encryption/encryptedBatches'
import * as keys from '@nestmark/contract/encryption/encryptionKeys'
import { downloadUrl, startUpload } from '@nestmark/contract/files'
import { newId } from '../../../db/newId.ts'
import {
  givenKey,
  keyPair,
  otherValue,
  passkeyKeys,
  sealed,
  sealedFile,
  validationValue,
} from '../../support/envelopes.ts'
import { saveFile, toAudio, uploadFile } from '../../support/files.ts'
import type { Person } from '../../support/people.ts'
import { members, noToken, type Outcome, owners, type Row, signedInOnly, writers } from '../row.testing.ts'
import type { Resources } from '../factory.testing.ts'

const readOnly = 'collections.readOnly'
const notFound = 'collections.notFound'
const missing = 'encryption.filesMissing'

/** Creates a collection with a key in the target. */
async function keyedCollection(resources: Resources): Promise<string> {
  const folder_id = await resources.collection()
  await resources.people.owner.call(contract.validateEncryptFolderKey, { folder_id, enc_id: validationValue })
  return folder_id
}

/** Returns the form of a new encrypted link in such a collection. */
async function newForm(resources: Resources) {
  return { _id: newId(), parent: await keyedCollection(resources), category: 3, ...sealed }
}

/** Uploads an encrypted file of the owner into a collection, and returns it as a file of a link. */
async function uploadSealedFile({ app, people }: Resources, parent: string) {
  const file = await uploadFile(app, people.owner, toAudio(100), { parent, enc: 1 })
  return { file, sealed: sealedFile }
}

/** Creates a link of the owner with a file in plain text in a collection. */
async function createFileLink(resources: Resources, parent: string): Promise<string> {
  const options = { name: resources.name('sound'), parent }
  return (await saveFile(resources.app, resources.people.owner, toAudio(100), options))._id
}

/** An upload becomes a file only by the call of its sender. */
const senderOnly = (forReaders: Outcome, forStrangers: Outcome): Row['expect'] => ({
  private: ['done', forStrangers, forStrangers, forStrangers, noToken],
  team: ['done', 'files.uploadNotFound', forReaders, forStrangers, noToken],
  public: ['done', 'files.uploadNotFound', forReaders, forReaders, noToken],
})

const savePair = (person: Person) => person.call(keys.saveKeyPair, keyPair)

export const encryptionRows: readonly Row[] = [
  {
    op: contract.updateEnc,
    key: 'write',
    input: async resources => {
      const parent = await keyedCollection(resources)
      return { links: [{ _id: await resources.link(parent), enc: 1, ...sealed }] }
    },
    expect: writers('links.readOnly', 'links.notFound'),
  },
  {
    op: contract.updateEncFolders,
    key: 'write',
    input: async resources => ({ folders: [{ _id: await resources.collection(), enc_id: validationValue }] }),
    expect: owners(readOnly, notFound),
  },
  {
    op: contract.validateEncryptFolderKey,
    key: 'write',
    input: async resources => ({ folder_id: await resources.collection(), enc_id: validationValue }),
    expect: owners(readOnly, notFound),
  },
  {
    op: contract.validateEncryptFolderKey,
    case: 'of a collection with a key',
    key: 'write',
    changes: false,
    input: async resources => ({ folder_id: await keyedCollection(resources), enc_id: validationValue }),
    expect: members(readOnly, notFound),
  },
  {
    op: contract.changeFolderKey,
    key: 'write',
    input: async resources => ({
      folders: [{ _id: await keyedCollection(resources), from: validationValue, to: otherValue }],
    }),
    expect: owners(readOnly, notFound),
  },
  {
    op: contract.getFolderKeys,
    key: 'read',
    input: async resources => ({ folder_id: await keyedCollection(resources) }),
    expect: members(readOnly, notFound),
  },
  {
    op: contract.countEncryptedLinks,
    key: 'read',
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
  },
  {
    op: contract.listEncryptedLinks,
    key: 'read',
    input: ({ target }) => ({ folder_id: target, include_sub: 1, enc: 0 }),
    expect: members(readOnly, notFound),
  },
  {
    op: contract.listEncryptedLinks,
    case: 'of the library',
    key: 'read',
    input: () => ({ enc: 0 }),
    expect: signedInOnly,
    ownOnly: true,
  },
  {
    op: contract.saveEncryptedLink,
    key: 'write',
    input: newForm,
    expect: writers(readOnly, notFound),
  },
  {
    op: batches.saveEncryptedLinks,
    key: 'write',
    input: async resources => ({ links: [await newForm(resources)] }),
    expect: writers(readOnly, notFound),
  },
  {
    op: batches.listFolderKeys,
    key: 'read',
    input: async resources => ({ folder_id: await keyedCollection(resources) }),
    expect: members(readOnly, notFound),
  },
]

export const encryptedFileRows: readonly Row[] = [
  {
    op: startUpload,
    case: 'of an encrypted file',
    key: 'write',
    input: async resources => ({
      name: '',
      content_type: '',
      size: 100,
      parent: await keyedCollection(resources),
      enc: 1,
    }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.saveEncryptedLink,
    case: 'with a file of the owner',
    key: 'write',
    input: async resources => {
      const parent = await keyedCollection(resources)
      const s3_key = [await uploadSealedFile(resources, parent)]
      return { _id: newId(), parent, category: 3, ...sealed, s3_key }
    },
    expect: senderOnly(readOnly, notFound),
  },
  {
    op: contract.updateEnc,
    case: 'of a link with a file of the owner',
    key: 'write',
    input: async resources => {
      const parent = await keyedCollection(resources)
      const [_id, file] = [await createFileLink(resources, parent), await uploadSealedFile(resources, parent)]
      return { links: [{ _id, enc: 1, ...sealed, s3_key: [file] }] }
    },
    expect: senderOnly('links.readOnly', 'links.notFound'),
  },
  {
    op: contract.updateEnc,
    case: 'of a link whose file is not named',
    key: 'write',
    input: async resources => {
      const parent = await keyedCollection(resources)
      return { links: [{ _id: await createFileLink(resources, parent), enc: 1, ...sealed }] }
    },
    expect: {
      private: [missing, 'links.notFound', 'links.notFound', 'links.notFound', noToken],
      team: [missing, missing, 'links.readOnly', 'links.notFound', noToken],
      public: [missing, missing, 'links.readOnly', 'links.readOnly', noToken],
    },
  },
  {
    op: downloadUrl,
    case: 'of an encrypted file',
    key: 'read',
    input: async resources => {
      const parent = await keyedCollection(resources)
      const s3_key = [await uploadSealedFile(resources, parent)]
      const form = { _id: newId(), parent, category: 3, ...sealed, s3_key }
      return { link_id: (await resources.people.owner.call(contract.saveEncryptedLink, form))._id }
    },
    expect: {
      private: ['done', 'links.notFound', 'links.notFound', 'links.notFound', 'links.notFound'],
      team: ['done', 'done', 'done', 'links.notFound', 'links.notFound'],
      public: ['done', 'done', 'done', 'files.notFound', 'files.notFound'],
    },
  },
]

export const encryptionKeyRows: readonly Row[] = [
  {
    op: keys.saveKeyPair,
    key: 'none',
    changes: 'maybe',
    input: () => keyPair,
    expect: signedInOnly,
  },
  {
    op: keys.getKeyPair,
    key: 'none',
    changes: false,
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
  },
  {
    op: keys.listMemberKeys,
    key: 'none',
    changes: false,
    input: ({ target }) => ({ folder_id: target }),
    expect: members(readOnly, notFound),
  },
  {
    op: keys.grantFolderKey,
    key: 'none',
    changes: 'maybe',
    before: ({ people }) => Promise.all([savePair(people.owner), savePair(people.write)]),
    input: async resources => ({
      folder_id: await keyedCollection(resources),
      person_id: resources.people.write.id,
      giver_public_key: keyPair.public_key,
      public_key: keyPair.public_key,
      wrapped: givenKey,
    }),
    expect: {
      ...owners(readOnly, notFound),
      private: ['share.notMember', notFound, notFound, notFound, noToken],
    },
  },
  {
    op: keys.askForKey,
    key: 'none',
    changes: 'maybe',
    input: ({ people, target }, role) => ({
      folder_id: target,
      person_id: role === 'owner' ? people.read.id : people.owner.id,
    }),
    expect: {
      ...members(readOnly, notFound),
      private: ['share.notMember', notFound, notFound, notFound, noToken],
    },
  },
  {
    op: keys.revokeFolderKey,
    key: 'none',
    changes: 'maybe',
    input: ({ people, target }) => ({ folder_id: target, person_id: people.write.id }),
    expect: writers(readOnly, notFound),
  },
  {
    op: keys.listGivenKeys,
    key: 'none',
    changes: false,
    input: () => ({}),
    expect: signedInOnly,
  },
  {
    op: keys.savePasskeyKeys,
    key: 'none',
    changes: 'maybe',
    input: () => passkeyKeys,
    expect: signedInOnly,
  },
  {
    op: keys.listPasskeyKeys,
    key: 'none',
    changes: false,
    input: () => ({}),
    expect: signedInOnly,
    ownOnly: true,
  },
  {
    op: keys.removePasskeyKeys,
    key: 'none',
    changes: 'maybe',
    input: () => ({ credential_id: passkeyKeys.credential_id }),
    expect: signedInOnly,
  },
]
