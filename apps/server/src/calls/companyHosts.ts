/** The hosts that have a company page instead of the app. */
export interface CompanyHosts {
  /** Returns whether a host, in lower case and without port, is one of them. */
  has(host: string): boolean
  /** Reads them again. A failure is reported, and the hosts stay as they were. */
  refresh(): Promise<void>
  stop(): void
}

/** Other servers of the same database find changes after at most this time, in milliseconds. */
const refreshMs = 30_000

/**
 * Keeps the verified hosts in memory, because the way of a request is decided before anything can be read. What a host shows is read
 * with each request.
 * @param always the operator's hosts
 * @param list reads the verified hosts
 */
export function createCompanyHosts(
  always: Pick<ReadonlySet<string>, 'has'>,
  list: () => Promise<readonly string[]>,
  onError: (error: unknown) => void,
): CompanyHosts {
  let hosts: ReadonlySet<string> = new Set()
  let reading = 0
  const refresh = async () => {
    const number = ++reading
    try {
      const found = await list()
      // An earlier reading that ends later is not used.
      if (number === reading) hosts = new Set(found)
    } catch (error) {
      onError(error)
    }
  }
  const timer = setInterval(() => void refresh(), refreshMs)
  timer.unref()
  return { has: host => always.has(host) || hosts.has(host), refresh, stop: () => clearInterval(timer) }
}
