import * as contract from '@nestmark/contract/encryption'
import * as portions from '@nestmark/contract/encryptedPortions'
import * as keys from '@nestmark/contract/encryptionKeys'
import { newId } from '../../../db/newId.ts'
import {
  givenKey,
  keyPair,
  otherValue,
  passkeyKeys,
  sealed,
  validationValue,
} from '../../support/envelopes.ts'
import type { Person } from '../../support/people.ts'
import { members, noToken, owners, type Row, signedInOnly, writers } from '../row.testing.ts'
import type { Resources } from '../factory.testing.ts'

const readOnly = 'collections.readOnly'
const notFound = 'collections.notFound'

/** Gives the target its key. */
const withKey = ({ people, target }: Resources) =>
  people.owner.call(contract.validateEncryptFolderKey, { folder_id: target, enc_id: validationValue })

/** Creates a collection with a key in the target. */
async function keyedCollection(resources: Resources): Promise<string> {
  const folder_id = await resources.collection()
  await resources.people.owner.call(contract.validateEncryptFolderKey, { folder_id, enc_id: validationValue })
  return folder_id
}

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
