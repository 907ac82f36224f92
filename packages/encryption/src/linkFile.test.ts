import { expect, test } from 'vitest'
import { generateKey, openKey } from './keys/collectionKey.ts'
import { EncryptionError } from './encryptionError.ts'
import { sealText } from './envelope.ts'
import { type ExportedLink, importedLinkId, type LinkFile, readLinkFile, writeLinkFile } from './linkFile.ts'

const created = '2026-11-26T12:00:00.000Z'

async function createFile(): Promise<LinkFile> {
  const key = await openKey(generateKey())
  const seal = (linkId: string, field: 'name' | 'desc' | 'link' | 'note', text: string) =>
    sealText(key, { linkId, field }, text)
  const toLink = async (_id: string, parent: string | null): Promise<ExportedLink> => ({
    _id,
    parent,
    category: 3,
    subCategory: null,
    tags: ['roof', 'moss'],
    name: await seal(_id, 'name', 'A title'),
    desc: await seal(_id, 'desc', ''),
    link: await seal(_id, 'link', 'https://example.org/'),
    thumbnail: '',
    note: await seal(_id, 'note', 'private'),
    // Older exports have neither.
    ...(parent !== null && { created: 1_400_000_000_000, favourite: 1 as const }),
  })
  return {
    collections: [
      { _id: 'outer', name: 'Outer', parent: null, values: [] },
      { _id: 'inner', name: 'Inner', parent: 'outer', values: ['nm1v.x'] },
    ],
    links: [await toLink('one', 'inner'), await toLink('two', null)],
  }
}

test('ENC-05 reads an encrypted export as it wrote it', async () => {
  const file = await createFile()
  expect(readLinkFile(writeLinkFile(file, created).join(''))).toEqual(file)
  expect(readLinkFile(writeLinkFile({ collections: [], links: [] }, created).join(''))).toEqual({
    collections: [],
    links: [],
  })
})

test('ENC-05 X01 rejects a malformed export with one error', async () => {
  const file = await createFile()
  const text = writeLinkFile(file, created).join('')
  const [link] = file.links
  const write = (change: object) => JSON.stringify({ ...(JSON.parse(text) as object), ...change })
  for (const bad of [
    '',
    'null',
    '[]',
    text.slice(0, -10),
    write({ type: 'nestmark-keys' }),
    write({ v: 2 }),
    write({ links: {} }),
    write({ links: [{ ...link, name: 'in clear' }] }),
    write({ links: [{ ...link, desc: file.links[1]?.desc.replace('nm1.', 'nm2.') }] }),
    write({ links: [{ ...link, parent: 'missing' }] }),
    write({ links: [{ ...link, _id: 'a|b' }] }),
    write({ links: [{ ...link, category: '3' }] }),
    write({ links: [{ ...link, created: '2026' }] }),
    write({ links: [{ ...link, favourite: 2 }] }),
    write({ links: [{ ...link, tags: [1] }] }),
    write({ links: [null] }),
    write({ collections: [{ _id: 'outer', name: 'Outer', parent: 'nowhere', values: [] }] }),
  ])
    expect(() => readLinkFile(bad)).toThrow(new EncryptionError())
})

test('ENC-05 the id of an imported link depends on the key, the collection and the link only', async () => {
  const key = generateKey()
  const id = await importedLinkId(key, 'c1', 'l1')
  expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/)
  expect(await importedLinkId(key, 'c1', 'l1')).toBe(id)
  const others = [
    await importedLinkId(generateKey(), 'c1', 'l1'),
    await importedLinkId(key, 'c2', 'l1'),
    await importedLinkId(key, 'c1', 'l2'),
  ]
  expect(new Set([id, ...others]).size).toBe(4)
})
