/** One PostgreSQL server of an address. */
export interface PostgresHost {
  host: string
  port: number
  /** The address with only this host, in the driver's format. */
  url: string
}

export interface PostgresAddress {
  /** At least one, in the order of the address. */
  hosts: PostgresHost[]
  /** The database name; empty when it defaults to the user name. */
  database: string
  /** True when only a host that accepts writes may be used. */
  requiresWritable: boolean
}

/** DATABASE_URL is invalid; the message names the variable and the accepted format. */
export class PostgresAddressError extends Error {
  override name = 'PostgresAddressError'
}

const addressPattern = /^(postgres(?:ql)?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/
const hostPattern = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]*))(?::(\d{1,5}))?$/

/** The values of `target_session_attrs` that select a writable server. */
const writableTargets = ['any', 'read-write', 'primary']

/**
 * Parses a PostgreSQL address. The driver supports one host only; addresses of several hosts
 * (`postgres://a,b:5433/db`, or `?host=a,b&port=5432,5433`) and `target_session_attrs` are parsed here, with
 * the semantics of libpq.
 * @throws PostgresAddressError when the format is invalid, or a read-only server is requested
 */
export function parsePostgresAddress(text: string): PostgresAddress {
  const parts = addressPattern.exec(text)
  if (!parts)
    throw new PostgresAddressError(
      'DATABASE_URL is not an address that begins with postgres:// or postgresql://.',
    )
  const [scheme = '', authority = '', path = '', query = ''] = parts.slice(1)
  const at = authority.lastIndexOf('@')
  const credentials = authority.slice(0, at + 1)
  const parameters = new URLSearchParams(query)
  const wanted = parameters.get('target_session_attrs') ?? 'any'
  if (!writableTargets.includes(wanted))
    throw new PostgresAddressError(
      `DATABASE_URL asks for target_session_attrs=${wanted}. Nestmark writes: use read-write, primary or any.`,
    )
  const names = splitList(parameters.get('host')) ?? authority.slice(at + 1).split(',')
  const ports = splitList(parameters.get('port'))
  // Passes addresses that the driver supports unchanged.
  const single = names.length === 1 && !ports?.[1]
  for (const name of ['host', 'port', 'target_session_attrs', 'load_balance_hosts']) parameters.delete(name)
  const rest = parameters.size > 0 ? `?${parameters}` : ''
  const hosts = names.map((name, index) => {
    const { host, port } = parseHost(name, ports?.[index] ?? ports?.[0])
    const encodedHost = host.includes(':') ? `[${host}]` : encodeURIComponent(host)
    return { host, port, url: single ? text : `${scheme}${credentials}${encodedHost}:${port}${path}${rest}` }
  })
  // With several hosts, `PostgresHosts` prefers a writable one regardless of the address.
  return { hosts, database: decodeURIComponent(path.slice(1)), requiresWritable: wanted !== 'any' }
}

function splitList(text: string | null): string[] | null {
  return text ? text.split(',') : null
}

function parseHost(name: string, portOfList: string | undefined): { host: string; port: number } {
  if (name.startsWith('/')) return { host: name, port: Number(portOfList ?? 5432) }
  const parts = hostPattern.exec(decodeURIComponent(name))
  const port = Number(parts?.[3] ?? portOfList ?? process.env.PGPORT ?? 5432)
  if (!parts || !(port >= 1 && port <= 65_535))
    throw new PostgresAddressError(
      'DATABASE_URL names a host that cannot be used. Each is a name or an IP address, with :port behind it where it is not 5432.',
    )
  return { host: parts[1] ?? (parts[2] || process.env.PGHOST || 'localhost'), port }
}

/** Returns the hosts of an address for messages, without credentials. */
export function formatHosts({ hosts }: PostgresAddress): string {
  return hosts
    .map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}${port === 5432 ? '' : `:${port}`}`)
    .join(', ')
}
