import { afterAll, beforeAll, expect, test } from 'vitest'
import { passwordCost } from '../../../configuration/config.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { authStore, throwingTrouble } from './authStore.ts'
import { lazyTransaction } from './lazyTransaction.ts'
import { createPasswords } from '../passwords/password.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const user = (id: string) => ({
  id,
  name: 'Ada',
  email: `${id}@example.org`,
  emailVerified: true,
  createdAt: new Date(5),
  updatedAt: new Date(5),
})

test('ACC-02 writes a registration completely or not at all', async () => {
  const store = authStore(app.services.db)({})
  const failing = store.transaction(async tx => {
    await tx.create({ model: 'user', data: user('half'), forceAllowId: true })
    throw new Error('the rest failed')
  })
  await expect(failing).rejects.toThrow('the rest failed')
  expect(await store.findOne({ model: 'user', where: [{ field: 'id', value: 'half' }] })).toBeNull()
  await store.transaction(async tx => {
    await tx.create({ model: 'user', data: user('whole'), forceAllowId: true })
    expect(await tx.findOne({ model: 'user', where: [{ field: 'id', value: 'whole' }] })).not.toBeNull()
  })
  const found = await store.findOne({ model: 'user', where: [{ field: 'id', value: 'whole' }] })
  expect(found).toMatchObject({ emailVerified: true, createdAt: new Date(5), image: null })
})

test('ACC-02 others can write while a registration hashes its password', async () => {
  const { db } = app.services
  const work = lazyTransaction(db)
  await work.read()
  await db.write(tx => tx.updateTable('user').set({ name: 'Ada' }).where('id', '=', 'whole').execute())
  await work.commit()
  const idle = lazyTransaction(db)
  await idle.rollback(new Error('nothing was begun'))
})

test('ACC-02 the store refuses unknown calls', async () => {
  const store = authStore(app.services.db)({})
  const odd = store.findMany({ model: 'user', where: [{ field: 'email', operator: 'contains', value: '@' }] })
  await expect(odd).rejects.toThrow('does not know')
})

test('F06 reports a full or unavailable database, although the library hides it', async () => {
  const { db } = app.services
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  const store = authStore({ ...db, write: () => Promise.reject(full) })({})
  const hidden = throwingTrouble(async () => {
    await store.delete({ model: 'session', where: [{ field: 'token', value: 'x' }] }).catch(() => undefined)
    return 'signed out'
  })
  await expect(hidden).rejects.toBe(full)
})

test('T11 hashes passwords with scrypt, and still verifies hashes of an older cost', async () => {
  const { hash: hashPassword, verify: verifyPassword } = createPasswords(passwordCost)
  const hash = await hashPassword('correct horse')
  expect(hash).toMatch(/^scrypt\$16\$8\$2\$/)
  expect(await hashPassword('correct horse')).not.toBe(hash)
  expect(await verifyPassword(hash, 'correct horse')).toBe(true)
  expect(await verifyPassword(hash, 'correct hors')).toBe(false)
  // RFC 7914, the second test vector's parameters cut to our key length
  const old = `scrypt$10$8$16$${Buffer.from('NaCl').toString('base64url')}$${Buffer.from(
    'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162',
    'hex',
  ).toString('base64url')}`
  expect(await verifyPassword(old, 'password')).toBe(true)
  expect(await verifyPassword('plain', 'plain')).toBe(false)
  const composed = await hashPassword('Zo\u00eb')
  expect(await verifyPassword(composed, 'Zoe\u0308')).toBe(true)
})
