import { createHmac } from 'node:crypto'
import type { Db } from './db.ts'

/** The SECRET of this server differs from the one that the library was first used with. */
export class SecretMismatchError extends Error {
  override name = 'SecretMismatchError'
}

/** Returns the stored fingerprint of a secret: it allows a comparison and reveals nothing else. */
function fingerprint(secret: string): string {
  return createHmac('sha256', secret).update('nestmark secret check').digest('base64url')
}

/**
 * Asserts that SECRET is the one that the library was first used with. With another one, encrypted values
 * could not be read, and servers would reject each other's tokens.
 * @throws SecretMismatchError with the remedy
 */
export async function assertSecret(db: Db, secret: string): Promise<void> {
  const read = () => db.read.selectFrom('secret_checks').select('value').executeTakeFirst()
  if (!(await read()))
    await db.write(tx =>
      tx
        .insertInto('secret_checks')
        .values({ id: 1, value: fingerprint(secret) })
        .onConflict(conflict => conflict.doNothing())
        .execute(),
    )
  if ((await read())?.value === fingerprint(secret)) return
  const remedy =
    db.kind === 'postgres'
      ? 'Servers on one PostgreSQL need the same SECRET: set SECRET to that of the others, or copy the file "secret" of the DATA_DIR of the first one into this DATA_DIR.'
      : 'Set SECRET to its previous value, or restore the file "secret" of DATA_DIR.'
  throw new SecretMismatchError(
    `The SECRET of this server is not the one that its library was used with. ${remedy} ` +
      'If the old one is lost or was changed on purpose: stop all servers and run "npm run admin -- accept-secret". ' +
      'See docs/operations.md, "The SECRET is another one".',
  )
}

/** Stores the fingerprint of a new SECRET, which servers must use from now on. */
export async function acceptSecret(db: Db, secret: string): Promise<void> {
  const value = fingerprint(secret)
  await db.write(tx =>
    tx
      .insertInto('secret_checks')
      .values({ id: 1, value })
      .onConflict(conflict => conflict.column('id').doUpdateSet({ value }))
      .execute(),
  )
}
