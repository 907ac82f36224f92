import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { Batch } from './batch.ts'
import type { Db } from '../db.ts'

let app: TestApp
let db: Db
beforeAll(async () => {
  app = await startApp()
  db = app.services.db
  await sql`create table steps (n bigint primary key)`.execute(db.read)
})
afterAll(() => app.stop())

const step = (n: number) => sql`insert into steps (n) values (${n})`
const steps = async () => {
  const { rows } = await sql<{ n: number }>`select n from steps order by n`.execute(db.read)
  return rows.map(row => row.n)
}

test('C03 a batch runs in order, and each statement sees the effects of those before it', async () => {
  const seen: unknown[] = []
  await db.write(async tx => {
    const batch = new Batch(tx)
    for (const n of [1, 2, 3]) {
      batch.add(step(n), ({ numAffectedRows }) => void seen.push(numAffectedRows))
      batch.add(sql<{ n: number }>`select count(*) as n from steps`, ({ rows }) => void seen.push(rows[0]!.n))
    }
    await batch.run()
    batch.add(step(4))
    await batch.run()
  })
  expect(seen).toEqual([1n, 1, 1n, 2, 1n, 3])
  expect(await steps()).toEqual([1, 2, 3, 4])
})

test('F09 rolls back a failed batch, reports its own error, and leaves the connections usable', async () => {
  const before = await steps()
  for (let turn = 0; turn < 20; turn++) {
    const failing = db.write(async tx => {
      const batch = new Batch(tx)
      for (const n of [10, 11, 10, 12]) batch.add(step(n))
      await batch.run()
    })
    await expect(failing).rejects.toThrow(/unique/i)
    const refusing = db.write(async tx => {
      const batch = new Batch(tx)
      batch.add(step(20), () => {
        throw new Error('not like this')
      })
      batch.add(step(21))
      await batch.run()
    })
    await expect(refusing).rejects.toThrow('not like this')
  }
  expect(await steps()).toEqual(before)
  // The first statement is sent together with BEGIN: when it fails, the transaction has begun.
  const first = db.write(async tx => {
    await step(1).execute(tx)
  })
  await expect(first).rejects.toThrow(/unique/i)
  await db.write(async () => undefined)
  await Promise.all(Array.from({ length: 20 }, (_, n) => db.write(tx => step(100 + n).execute(tx))))
  expect(await steps()).toHaveLength(before.length + 20)
})
