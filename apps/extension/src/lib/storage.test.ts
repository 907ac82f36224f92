import { expect, test } from 'vitest'
import { type Disk, openStorage } from './storage.ts'

/** A disk that writes in order, on request. */
function createDisk() {
  const rows = new Map<string, string>()
  const waiting: (() => void)[] = []
  const disk: Disk = {
    readAll: async () => [...rows],
    write: (key, text) =>
      new Promise((resolve, reject) =>
        waiting.push(() => {
          if (text === 'too much') return reject(new Error('The disk is full.'))
          if (text === null) rows.delete(key)
          else rows.set(key, text)
          resolve()
        }),
      ),
  }
  const work = () => {
    for (const each of waiting.splice(0)) each()
  }
  return { disk, rows, work }
}

test('EXT-01 reads a change immediately, and has it on the disk after the flush', async () => {
  const { disk, rows, work } = createDisk()
  rows.set('token', 'old')
  const storage = await openStorage(disk)
  expect([storage.getItem('token'), storage.getItem('none')]).toEqual(['old', null])
  storage.setItem('token', 'new')
  storage.setItem('a', '1')
  storage.removeItem('a')
  expect([storage.getItem('token'), storage.getItem('a'), storage.keys()]).toEqual(['new', null, ['token']])
  let isDone = false
  const flushed = storage.flush().then(() => (isDone = true))
  await Promise.resolve()
  expect([isDone, rows.get('token')]).toEqual([false, 'old'])
  work()
  await flushed
  expect([...rows]).toEqual([['token', 'new']])
  // What the next background reads.
  expect((await openStorage(disk)).getItem('token')).toBe('new')
})

test('EXT-01 reports once what the disk rejects', async () => {
  const { disk, work } = createDisk()
  const storage = await openStorage(disk)
  storage.setItem('a', 'too much')
  work()
  await expect(storage.flush()).rejects.toThrow('The disk is full.')
  await storage.flush()
})
