import { moveCollections, trashCollections } from '@nestmark/contract/collections'
import { moveLinks, saveLink, trashLinks } from '@nestmark/contract/links/links'
import { autofillTags } from '@nestmark/contract/tags'
import { describe, expect, test } from 'vitest'
import type { Person } from '../../test/support/people.ts'
import {
  ada,
  deep,
  research,
  rosa,
  setUpFixture,
  share,
  turf,
  willem,
  xaver,
} from '../share/fixture.testing.ts'

setUpFixture()

const save = async (name: string, parent: string, tags: string[], who = ada) =>
  (await who.call(saveLink, { name, desc: 'A note', category: 4, parent, tags }))._id
const offered = (who: Person, input = '') => who.call(autofillTags, { input, shared: 1 })
const names = async (who: Person, input?: string) => (await offered(who, input)).map(tag => tag.name)
const toReader = () => share(turf, { read_members: [rosa.id] })

describe('SRCH-05 SHR-08 tag suggestions during a search', () => {
  test('one’s own first, then those of shared links, each name once and without an id', async () => {
    await toReader()
    await save('Roof', deep, ['roof', 'Rooks', 'birch roof'])
    await save('Own', rosa.rootId, ['rooks', 'rough'], rosa)
    expect(await offered(rosa, 'ro')).toEqual([
      { _id: expect.any(String), name: 'rooks' },
      { _id: expect.any(String), name: 'rough' },
      { _id: null, name: 'roof' },
      { _id: null, name: 'birch roof' },
    ])
    expect(await names(rosa)).toEqual(['rooks', 'rough', 'mine', 'birch roof', 'roof'])
    // For the user's own link, other people's tags are not suggested.
    expect((await rosa.call(autofillTags, { input: 'roof' })).map(tag => tag.name)).toEqual([])
    expect(await names(ada, 'rook')).toEqual(['Rooks'])
  })

  test('Z18 hides a tag without a visible link: private, in the trash, moved out, access removed', async () => {
    await toReader()
    await save('Private', research, ['salary'])
    await save('Of nobody', willem.rootId, ['salami'], willem)
    const [seen, removed] = [await save('Seen', turf, ['salt']), await save('Deleted', turf, ['salad'])]
    await save('Inside', deep, ['salmon'])
    expect(await names(rosa, 'sal')).toEqual(['salad', 'salmon', 'salt'])
    expect(await names(xaver, 'sal')).toEqual([])
    await ada.call(trashLinks, { linkIdArr: [removed] })
    await ada.call(moveCollections, { folders: [deep], move_to: research })
    expect(await names(rosa, 'sal')).toEqual(['salt'])
    await ada.call(moveLinks, { links: [seen], move_to: research })
    expect(await names(rosa, 'sal')).toEqual([])
    await ada.call(moveLinks, { links: [seen], move_to: turf })
    await ada.call(trashCollections, { folderIdArr: [turf] })
    expect(await names(rosa, 'sal')).toEqual([])
    await ada.call(trashCollections, { folderIdArr: [turf], isTrash: 0 })
    expect(await names(rosa, 'sal')).toEqual(['salt'])
    await share(turf, { read: 0, read_members_remove: [rosa.id] })
    expect(await names(rosa, 'sal')).toEqual([])
  })
})
