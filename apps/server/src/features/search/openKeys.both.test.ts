import { countEncryptedLinks, listEncryptedLinks } from '@nestmark/contract/encryption/encryption'
import { listCollectionLinks, saveLink, trashLinks } from '@nestmark/contract/links/links'
import { countSearchResults, searchLibrary } from '@nestmark/contract/search/search'
import type { EveryLink } from '@nestmark/contract/shapes'
import { beforeEach, describe, expect, test } from 'vitest'
import { waitForEnd } from '../../test/support/jobs.ts'
import { toOutcome } from '../../test/support/people.ts'
import { ada, encrypt, folder, key, read, sealLink, setUpFixture } from '../encryption/fixture.testing.ts'

setUpFixture()

describe('ENC the server in a search of a user who has keys', () => {
  let sealed: string
  beforeEach(async () => {
    sealed = (
      await ada.call(saveLink, {
        name: 'Hidden',
        desc: 'x',
        category: 4,
        parent: folder,
        tags: ['roof'],
        plain: 1,
      })
    )._id
    await encrypt([await sealLink(key, sealed, { name: 'Hidden', desc: 'x' })])
    await ada.call(saveLink, { name: 'A roof', desc: 'x', category: 4, parent: folder, plain: 1 })
  })

  test('leaves out what these keys encrypt, in the list and in the counts', async () => {
    const find = async (input: string, open_keys?: string[]) => {
      const { links, total } = await ada.call(searchLibrary, { input, open_keys })
      const { category_counts } = await ada.call(countSearchResults, { input, open_keys })
      expect([total, category_counts[3]]).toEqual([links.length, links.length])
      return links.map(({ _id, name }) => (_id === sealed ? 'sealed' : name))
    }
    for (const input of ['roof', '-turf', 'type:note', 'roof -turf']) {
      expect(await find(input), input).toContain('sealed')
      expect(await find(input, [key.kid]), input).toEqual(['A roof'])
      expect(await find(input, ['A'.repeat(22)]), input).toContain('sealed')
    }
  })

  test('LINK-11 leaves it out of the filtered list of a collection', async () => {
    const find = async (input: string, open_keys?: string[]) => {
      const { links, total } = await ada.call(listCollectionLinks, { folder_id: folder, input, open_keys })
      expect(total).toBe(links.length)
      return links.map(({ _id, name }) => (_id === sealed ? 'sealed' : name))
    }
    expect(await find('roof')).toEqual(['A roof', 'sealed'])
    expect(await find('roof', [key.kid])).toEqual(['A roof'])
    expect(await find('roof', ['A'.repeat(22)])).toEqual(['A roof', 'sealed'])
    // Without words, the browser finds nothing itself.
    expect(await find('', [key.kid])).toEqual(['A roof', 'sealed'])
  })

  test('BULK an action on every link of such a list or search leaves out the same links', async () => {
    const trash = async (every: EveryLink) => {
      const { job } = await ada.call(trashLinks, { every })
      await waitForEnd(ada, job)
      return (await read(sealed)).is_trash
    }
    const open_keys = [key.kid]
    expect(await trash({ folder_id: folder, input: 'roof -turf', open_keys })).toBe(0)
    await ada.call(saveLink, { name: 'A second roof', desc: 'x', category: 4, parent: folder, plain: 1 })
    expect(await trash({ search: { input: 'roof -turf', type: 'everything' }, open_keys })).toBe(0)
    expect((await ada.call(listCollectionLinks, { folder_id: folder })).total).toBe(1)
    expect(await toOutcome(ada.call(trashLinks, { every: { trash: 1, open_keys } }))).not.toBe('done')
    await ada.call(saveLink, { name: 'A third roof', desc: 'x', category: 4, parent: folder, plain: 1 })
    expect(await trash({ folder_id: folder, input: 'roof -turf' })).toBe(1)
  })

  test('counts what a search finds by key, without the trash, and lists it without texts', async () => {
    const counted = await ada.call(countEncryptedLinks, { searched: 1 })
    expect(counted.keys).toEqual([{ key_id: key.kid, count: 1, folder_id: folder }])
    const { links } = await ada.call(listEncryptedLinks, { texts: 0 })
    expect(links).toMatchObject([{ _id: sealed, name: '', desc: '', link: '', thumbnail: '', version: 2 }])
  })
})
