import { writeKeyFile } from '@nestmark/encryption/keys/keyFile'
import type { LinkFile } from '@nestmark/encryption/linkFile'
import { makeValidationValue } from '@nestmark/encryption/secrets/validationValue'
import { beforeEach, expect, test } from 'vitest'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import {
  makeLink,
  makeTestKey,
  sealTestLink,
  type TestKey,
} from '@nestmark/client/encryption/testKeys.testing'
import { fakePage } from '../../../lib/fakePage.testing.ts'
import { fakeWorkers } from '../../../lib/fakeWorker.testing.ts'
import { secretWork } from '../keys/secretWork.ts'
import { listNeededKeys, openFromFile, openFromSecret, openSavedKeys } from './fileKeys.ts'

const secret = 'a long and strong secret 7'
let papers: TestKey
let letters: TestKey
let file: LinkFile
beforeEach(async () => {
  fakePage()
  fakeWorkers(() => secretWork)
  ;[papers, letters] = await Promise.all([makeTestKey('papers'), makeTestKey('letters')])
  const value = await makeValidationValue(
    { ...papers.key, raw: papers.raw },
    { collectionId: 'papers', secret },
  )
  const links = await Promise.all([
    sealTestLink(papers, makeLink('a')),
    sealTestLink(papers, makeLink('b')),
    sealTestLink(letters, makeLink('c')),
  ])
  const collections = [{ _id: 'papers', name: 'Papers', parent: null, values: [value] }]
  file = { collections, links } as unknown as LinkFile
})

test('ENC-03 an export names the keys that its links need, and which collections use them', () => {
  const needed = listNeededKeys(file)
  expect(needed.map(({ kid, count, names }) => [kid, count, names])).toEqual([
    [papers.kid, 2, ['Papers']],
    [letters.kid, 1, []],
  ])
})

test('ENC-03 keys of this browser, of a key file and of a secret open an export, and no others', async () => {
  const needed = listNeededKeys(file)
  expect((await openSavedKeys(needed)).size).toBe(0)
  keyRing.save([letters.record], 0)
  expect([...(await openSavedKeys(needed)).keys()]).toEqual([letters.kid])
  const other = await makeTestKey('other')
  const text = await writeKeyFile([papers.record, other.record], { created: '2026-01-01T00:00:00.000Z' })
  expect([...(await openFromFile(needed, new File([text], 'my.key'))).keys()]).toEqual([papers.kid])
  expect([...(await openFromSecret(needed, secret)).keys()]).toEqual([papers.kid])
  expect((await openFromSecret(needed, 'another secret')).size).toBe(0)
})
