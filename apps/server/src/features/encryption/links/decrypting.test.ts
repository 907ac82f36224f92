import { updateLink } from '@nestmark/contract/links/links'
import { removeStoredFiles } from '@nestmark/contract/storage'
import { describe, expect, test } from 'vitest'
import { toOutcome } from '../../../test/support/people.ts'
import { ada, encrypt, key, read, save, sealLink, setUpFixture } from '../fixture.testing.ts'
import { gif, saveEncrypted } from './linkFiles.testing.ts'

setUpFixture()

const decrypt = (_id: string, texts: { name: string; desc?: string; link?: string }) =>
  encrypt([{ _id, enc: 0 as const, desc: '', link: '', ...texts }])

describe('ENC-03 decrypts links that have lost what their category needs', () => {
  test('a note whose category changed, without address and file', async () => {
    const id = await save({ name: 'Wall section', desc: 'Turf block, strip turf' })
    await encrypt([await sealLink(key, id, { name: 'Wall section', desc: 'Turf block, strip turf' })])
    await ada.call(updateLink, { link_id: id, category: 3 })
    await decrypt(id, { name: 'Wall section', desc: 'Turf block, strip turf' })
    expect(await read(id)).toMatchObject({ enc: 0, category: 3, link: '', desc: 'Turf block, strip turf' })
  })

  test('a note without text', async () => {
    const id = await save({ name: 'Wall section', desc: 'Turf block' })
    await encrypt([await sealLink(key, id, { name: 'Wall section', desc: '' })])
    await decrypt(id, { name: 'Wall section' })
    expect(await read(id)).toMatchObject({ enc: 0, category: 4, desc: '' })
  })

  test('a picture whose file the user removed', async () => {
    const { _id } = await saveEncrypted([gif()])
    await ada.call(removeStoredFiles, { linkIdArr: [_id], what: 'encrypted' })
    await decrypt(_id, { name: 'Herons' })
    expect(await read(_id)).toMatchObject({ enc: 0, category: 1, link: '', isFile: 0 })
  })

  test('rejects an invalid address and an empty title', async () => {
    const id = await save({ name: 'Wall section' })
    await encrypt([await sealLink(key, id, { name: 'Wall section' })])
    expect(await toOutcome(decrypt(id, { name: 'Wall', link: 'javascript:alert(1)' }))).toBe(
      'links.linkInvalid',
    )
    expect(await toOutcome(decrypt(id, { name: ' ' }))).toBe('links.titleRequired')
  })
})
