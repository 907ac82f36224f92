import { createCollection } from '@nestmark/contract/collections'
import * as contract from '@nestmark/contract/encryption/encryption'
import * as batches from '@nestmark/contract/encryption/encryptedBatches'
import * as keys from '@nestmark/contract/encryption/encryptionKeys'
import { saveLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { givenKey, keyPair, otherValue, passkeyKeys, sealed, validationValue } from '../support/envelopes.ts'
import type { Person } from '../support/people.ts'
import type { Recorder } from './record.testing.ts'

/** Encrypts a collection, changes its secret, and gives its key to a member. The texts are those of the test vectors. */
export async function tourOfEncryption(
  call: <T = never>(op: Parameters<Recorder['call']>[0], input?: Record<string, unknown>) => Promise<T>,
  member: Person,
): Promise<void> {
  const create = async (name: string) => (await call<{ _id: string }>(createCollection, { name }))._id
  const folder_id = await create('Family recipes')
  const { _id } = await call<{ _id: string }>(saveLink, {
    name: 'Grandmother’s bread',
    desc: 'Flour, water, salt',
    category: 4,
    parent: folder_id,
  })
  await call(contract.validateEncryptFolderKey, { folder_id, enc_id: validationValue })
  await call(contract.updateEnc, { links: [{ _id, enc: 1, ...sealed }], parent: folder_id })
  const cellar = await create('Cellar')
  await call(contract.updateEncFolders, { folders: [{ _id: cellar, enc_id: validationValue }] })
  const newLinkId = 'Zt4mQ9xW2kLr7VbN5cHs8J'
  await call(contract.saveEncryptedLink, { _id: newLinkId, parent: folder_id, category: 3, ...sealed })
  await call(batches.saveEncryptedLinks, {
    links: [
      {
        _id: 'Hq7vB3nZ8sTd1YxKm5WfRg',
        parent: folder_id,
        category: 3,
        created: 1_600_000_000_000,
        ...sealed,
      },
    ],
  })
  await call(contract.listEncryptedLinks, { folder_id })
  await call(contract.getFolderKeys, { folder_id })
  await call(batches.listFolderKeys, { folder_id })
  await call(contract.countEncryptedLinks)
  await call(contract.changeFolderKey, {
    folders: [{ _id: folder_id, from: validationValue, to: otherValue }],
  })

  await call(setPermissions, { folder_id, read: 1, write: 0, enable_sugg: 0, read_members: [member.id] })
  await call(keys.askForKey, { folder_id, person_id: member.id })
  await call(keys.saveKeyPair, keyPair)
  await member.call(keys.saveKeyPair, keyPair)
  await call(keys.getKeyPair)
  await call(keys.listMemberKeys, { folder_id })
  const { public_key } = keyPair
  const giving = { folder_id, person_id: member.id, giver_public_key: public_key, public_key }
  await call(keys.grantFolderKey, { ...giving, wrapped: givenKey })
  await call(keys.listGivenKeys)
  await call(keys.revokeFolderKey, { folder_id, person_id: member.id })
  await call(keys.savePasskeyKeys, passkeyKeys)
  await call(keys.listPasskeyKeys)
  await call(keys.removePasskeyKeys, { credential_id: passkeyKeys.credential_id })
}
