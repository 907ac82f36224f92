import { randomBytes } from 'node:crypto'
import { assertDefined } from '@nestmark/core/assertDefined'
import type pg from 'pg'
import { parsePostgresAddress } from './address.ts'
import { connectClient, PostgresHosts } from './hosts.ts'

/** PostgreSQL 15. */
const minVersion = 150_000
const connectTimeoutMs = 3_000

/** The database is reachable but unusable; the message states why and what to do. */
export class UnusableDatabaseError extends Error {
  override name = 'UnusableDatabaseError'
}

/**
 * Checks a PostgreSQL before the server uses it: the login, the version, and that each connection has its own
 * session.
 * @throws UnusableDatabaseError, or the driver's error when the database cannot be reached
 */
export async function assertUsable(url: string): Promise<void> {
  const hosts = new PostgresHosts(parsePostgresAddress(url))
  const first = await connect(hosts)
  try {
    const { rows } = await first.query<{ number: number; name: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
    )
    const { number, name } = assertDefined(rows[0], 'row')
    if (number < minVersion)
      throw new UnusableDatabaseError(
        `DATABASE_URL leads to PostgreSQL ${name}. Nestmark needs 15 or newer: upgrade it, or use another server.`,
      )
    if (await sharesSessions(first, hosts))
      throw new UnusableDatabaseError(
        'DATABASE_URL leads through a pooler that gives every transaction another session (PgBouncer: pool_mode = ' +
          'transaction or statement). Nestmark prepares statements and listens for notifications, which need a dedicated ' +
          'session. Set pool_mode = session for this database, or use the address of PostgreSQL itself.',
      )
  } finally {
    first.connection.stream.destroy()
  }
}

/**
 * Detects whether two connections share a server session alternately. In that case one connection sees the
 * setting of the other, or loses its own.
 */
async function sharesSessions(first: pg.Client, hosts: PostgresHosts): Promise<boolean> {
  const mark = randomBytes(9).toString('base64url')
  const readSetting = async (client: pg.Client) => {
    const { rows } = await client.query<{ mark: string | null }>(
      `select current_setting('nestmark.session', true) as mark`,
    )
    return assertDefined(rows[0], 'row').mark
  }
  let second: pg.Client | null = null
  try {
    second = await connect(hosts)
    await first.query(`set nestmark.session = '${mark}'`)
    for (let round = 0; round < 3; round++)
      if ((await readSetting(second)) === mark || (await readSetting(first)) !== mark) return true
    return false
  } catch (error) {
    // When the second connection waits for the first to end, the sessions are not shared.
    if (second === null && /timeout/.test((error as Error).message)) return false
    throw error
  } finally {
    await first.query('reset nestmark.session').catch(() => undefined)
    second?.connection.stream.destroy()
  }
}

async function connect(hosts: PostgresHosts): Promise<pg.Client> {
  try {
    return await connectClient(hosts, {
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: connectTimeoutMs,
      application_name: 'nestmark start',
    })
  } catch (error) {
    const sentence = explainRefusal(error)
    throw sentence === null ? error : new UnusableDatabaseError(sentence)
  }
}

/**
 * Explains what the operator must change when PostgreSQL rejects the connection.
 * @returns null for any other error
 */
export function explainRefusal(error: unknown): string | null {
  const { code, message } = error as { code?: string; message?: string }
  if (
    code === '28P01' ||
    /password must be a string/i.test(message ?? '') ||
    (code === '08P01' && /no such user|(password|SASL) authentication failed/i.test(message ?? ''))
  )
    return (
      `PostgreSQL refuses the user or the password of DATABASE_URL (${message}). ` +
      'Correct them; characters such as @ : / in a password must be encoded as %40 %3A %2F.'
    )
  if (code === '28000')
    return `PostgreSQL rejects the user of DATABASE_URL (${message}). Correct the user, or the server's pg_hba.conf.`
  // PgBouncer uses one code for all rejections.
  if (code === '3D000' || (code === '08P01' && /no such database/i.test(message ?? '')))
    return `PostgreSQL has no such database (${message}). Create it with createdb, or correct the name at the end of DATABASE_URL.`
  if (code === '25006')
    return (
      `PostgreSQL can only be read (${message}). DATABASE_URL leads to a standby, or to a database that is set to read-only: ` +
      'use the address of the primary, or list all hosts and add target_session_attrs=read-write.'
    )
  if (code === '42501')
    return (
      `The user of DATABASE_URL lacks permissions in PostgreSQL (${message}). ` +
      'Grant it CONNECT on the database and CREATE on its schema.'
    )
  return null
}
