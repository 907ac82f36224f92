import type { Db } from '../db.ts'
import { type Need, withNeed } from './diskReserve.ts'

const writeWithNeed = (db: Db, need: Need): Db =>
  Object.assign(Object.create(db) as Db, {
    write: (...[work, options]: Parameters<Db['write']>) => withNeed(need, () => db.write(work, options)),
  })

/** Returns the database for a job that frees space: on a full disk its transactions get the reserve. */
export const forFreeing = (db: Db): Db => writeWithNeed(db, 'release')

/** Returns the database for the bookkeeping of such jobs: it may use the reserve after it was released. */
export const forBookkeeping = (db: Db): Db => writeWithNeed(db, 'use')
