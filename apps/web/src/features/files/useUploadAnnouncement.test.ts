import { expect, test } from 'vitest'
import type { Upload } from '../../lib/uploads/upload.ts'
import { describeChanges } from './useUploadAnnouncement.ts'

const create = (id: string, phase: Upload['phase'], reason?: string): Upload => ({
  id,
  name: `${id}.png`,
  title: id,
  size: 1_000,
  order: 0,
  type: 'image/png',
  category: 1,
  parent: null,
  parentName: '',
  phase,
  sent: 0,
  reason,
})

test('UPL-06 announces the start and each failure of files that a user added together', () => {
  const added = [
    create('a', 'waiting'),
    create('b', 'refused', 'This file is empty.'),
    create('c', 'refused', 'Refused'),
  ]
  expect(describeChanges([], added)).toBe('Uploading 1 file. b.png: This file is empty. c.png: Refused')
})

test('UPL-06 announces an end after a failure, but not progress and pauses', () => {
  const before = [create('a', 'sending'), create('b', 'stopped', 'Refused'), create('c', 'sending')]
  expect(describeChanges(before, [{ ...before[0]!, sent: 500 }, before[1]!, create('c', 'paused')])).toBe('')
  expect(describeChanges(before, [create('a', 'done'), before[1]!, before[2]!])).toBe('a.png was added')
})

test('UPL-06 does not announce paused uploads that a reload restores as started', () => {
  expect(describeChanges([], [create('a', 'paused')])).toBe('')
})
