import { randomBytes } from 'node:crypto'
import { hashToken } from '../../access/tokens.ts'
import { createPerson } from '../../features/session/createPerson.ts'
import type { Caller, TestApp } from './app.ts'

export interface Person {
  id: string
  email: string
  token: string
  rootId: string
  /** Calls an operation as this person. */
  call: Caller
}

/**
 * Creates a signed-in person of the test cast: ada (owner), willem (write access), rosa (read access), xaver (no access).
 * The rows equal those that the sign-in site writes; the tests of that site use its pages and calls.
 */
export async function signIn(app: TestApp, name: string, plan = 1): Promise<Person> {
  const id = randomBytes(12).toString('hex')
  const token = randomBytes(24).toString('base64url')
  const sessionId = randomBytes(12).toString('hex')
  const email = `${name}-${id.slice(0, 6)}@example.org`
  const at = app.clock.now
  await app.services.db.write(async tx => {
    await tx
      .insertInto('user')
      .values({ id, name, email, emailVerified: 1, image: null, createdAt: at, updatedAt: at })
      .execute()
    await tx
      .insertInto('session')
      .values({
        id: sessionId,
        userId: id,
        token: hashToken(token),
        expiresAt: at + 14 * 86_400_000,
        ipAddress: null,
        userAgent: null,
        createdAt: at,
        updatedAt: at,
      })
      .execute()
  })
  const { rootId } = await createPerson(app.services, id, sessionId)
  await app.services.db.write(tx =>
    tx.updateTable('people').set({ plan, announcements: '[]' }).where('id', '=', id).execute(),
  )
  return { id, email, token, rootId, call: app.as(token) }
}

/** Returns the outcome of a call: 'done', or the error code. */
export const toOutcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

/** Commits a change of a person's row, so that none of their responses comes from the cache. */
export async function touch(app: TestApp, { id }: Pick<Person, 'id'>): Promise<void> {
  await app.services.db.write(tx =>
    tx
      .updateTable('people')
      .set(eb => ({ last_category: eb(eb.val(7), '-', eb.ref('last_category')) }))
      .where('id', '=', id)
      .execute(),
  )
}
