import * as contract from '@nestmark/contract/encryption'
import * as portions from '@nestmark/contract/encryptedPortions'
import * as keys from '@nestmark/contract/encryptionKeys'
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

/** Gives the target its key. */
const withKey = ({ people, target }: Resources) =>
  people.owner.call(contract.validateEncryptFolderKey, { folder_id: target, enc_id: validationValue })

/** Creates a collection with a key in the target. */
async function keyedCollection(resources: Resources): Promise<string> {
  const folder_id = await resources.collection()
  await resources.people.owner.call(contract.validateEncryptFolderKey, { folder_id, enc_id: validationValue })
  return folder_id
}

/** Uploads an encrypted file of the owner into the target, and returns it as a file of a link. */
async function uploadSealedFile({ app, people, target }: Resources) {
  const file = await uploadFile(app, people.owner, toAudio(100), { parent: target, enc: 1 })
  return { file, sealed: sealedFile }
}

/** Creates a link of the owner with a file in plain text in the target. */
async function createFileLink(resources: Resources): Promise<string> {
  const options = { name: resources.name('sound'), parent: resources.target }
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
    before: withKey,
    input: async resources => ({ links: [{ _id: await resources.link(), enc: 1, ...sealed }] }),
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
    before: withKey,
    input: ({ target }) => ({ folder_id: target }),
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
    before: withKey,
    input: ({ target }) => ({ _id: newId(), parent: target, category: 3, ...sealed }),
    expect: writers(readOnly, notFound),
  },
  {
    op: portions.saveEncryptedLinks,
    key: 'write',
    before: withKey,
    input: ({ target }) => ({ links: [{ _id: newId(), parent: target, category: 3, ...sealed }] }),
    expect: writers(readOnly, notFound),
  },
  {
    op: portions.listFolderKeys,
    key: 'read',
    before: withKey,
    input: ({ target }) => ({ folder_id: target }),
    expect: members(readOnly, notFound),
  },
]

export const encryptedFileRows: readonly Row[] = [
  {
    op: startUpload,
    case: 'of an encrypted file',
    key: 'write',
    before: withKey,
    input: ({ target }) => ({ name: '', content_type: '', size: 100, parent: target, enc: 1 }),
    expect: writers(readOnly, notFound),
  },
  {
    op: contract.saveEncryptedLink,
    case: 'with a file of the owner',
    key: 'write',
    before: withKey,
    input: async resources => {
      const s3_key = [await uploadSealedFile(resources)]
      return { _id: newId(), parent: resources.target, category: 3, ...sealed, s3_key }
    },
    expect: senderOnly(readOnly, notFound),
  },
  {
    op: contract.updateEnc,
    case: 'of a link with a file of the owner',
    key: 'write',
    before: withKey,
    input: async resources => {
      const [_id, file] = [await createFileLink(resources), await uploadSealedFile(resources)]
      return { links: [{ _id, enc: 1, ...sealed, s3_key: [file] }] }
    },
    expect: senderOnly('links.readOnly', 'links.notFound'),
  },
  {
    op: contract.updateEnc,
    case: 'of a link whose file is not named',
    key: 'write',
    before: withKey,
    input: async resources => ({ links: [{ _id: await createFileLink(resources), enc: 1, ...sealed }] }),
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
    before: withKey,
    input: async resources => {
      const { people, target } = resources
      const s3_key = [await uploadSealedFile(resources)]
      const form = { _id: newId(), parent: target, category: 3, ...sealed, s3_key }
      return { link_id: (await people.owner.call(contract.saveEncryptedLink, form))._id }
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
    op: keys.giveFolderKey,
    key: 'none',
    changes: 'maybe',
    before: async resources => {
      await withKey(resources)
      await Promise.all([savePair(resources.people.owner), savePair(resources.people.write)])
    },
    input: ({ people, target }) => ({
      folder_id: target,
      person_id: people.write.id,
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
    op: keys.takeFolderKey,
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
