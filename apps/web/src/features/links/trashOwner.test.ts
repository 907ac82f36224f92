import { linksTexts } from '@nestmark/texts/links/links'
import { expect, test } from 'vitest'
import { toTrashOwner } from './trashOwner.ts'

const ofOther = (name: string, owner_name?: string) => ({ _id: name, name, parent: 'shared', owner_name })
const own = { _id: 'own', name: 'own', parent: 'home' }
const [otter, heron] = [ofOther('otter', 'ada'), ofOther('heron', 'rosa')]

interface Case {
  others?: (typeof otter)[]
  withOwn?: boolean
  folderOwner?: string
  mayHideOthers?: boolean
}

/** Returns the sentence of the confirmation. */
function read({ others = [], withOwn = false, folderOwner, mayHideOthers = false }: Case): string {
  const links = withOwn ? [...others, own] : others
  const { owner, mixed } = toTrashOwner({ links, others, folderOwner, mayHideOthers })
  if (owner === undefined) return linksTexts.trashLine(links.length)
  return mixed ? linksTexts.trashLineMixed(owner) : linksTexts.trashLineShared(owner, links.length)
}

test('SHR-06 the confirmation names the owners of the trash to writers', () => {
  expect(read({ others: [otter] })).toBe('It goes to ada’s trash.')
  expect(read({ others: [otter, otter] })).toBe('They go to ada’s trash.')
  expect(read({ others: [otter, heron] })).toBe('They go to their owners’ trash.')
  expect(read({ withOwn: true })).toBe('It can be restored from Trash.')
})

test('SHR-06 where own links are among them, the confirmation names both trashes', () => {
  const line = (owner: string) => `Your own links can be restored from Trash; others go to ${owner} trash.`
  expect(read({ others: [otter], withOwn: true })).toBe(line('ada’s'))
  expect(read({ others: [otter, heron], withOwn: true })).toBe(line('their owners’'))
  // Among the links that are not loaded, others may be of any owner.
  expect(read({ others: [otter], mayHideOthers: true })).toBe(line('their owners’'))
})

test('SHR-06 a list without the names of owners has the owner of its collection', () => {
  expect(read({ others: [ofOther('a'), ofOther('b')], folderOwner: 'ada' })).toBe('They go to ada’s trash.')
  expect(read({ others: [ofOther('a')], folderOwner: '' })).toBe('It goes to its owner’s trash.')
  expect(read({ others: [heron, ofOther('a')], folderOwner: 'ada' })).toBe('They go to their owners’ trash.')
})
