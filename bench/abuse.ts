import { createServer, type Server as Site } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { assertDefined } from '@nestmark/core/assertDefined'
import { bookmarkBytes } from './inputs/generate.ts'
import { askAs, importFile, archivePageFile, type Person } from './person.ts'
import { post, Wire } from './wire.ts'

/** A client that uses as many resources of a server as possible. */
type Abuse = (target: { port: number; site: string; abuser: Person; accounts: readonly Person[] }) => {
  end(): Promise<void>
}

export interface AbuseTarget {
  port: number
  /** Origin of a site whose pages under `/slow` never respond. */
  site: string
  /** The tokens of all accounts of the abuser. The first one has a large library. */
  tokens: readonly string[]
}

/** Number of links in an import of the abuser. */
export const abusersLinks = 20_000

/** The abuse of the processes that read pages. */
export const pageAbuse = 'pages of character references by two people'

const abuses: Record<string, Abuse> = {
  '20 previews of a slow site by visitors': ({ port, site }) =>
    repeat(20, async n => {
      const from = `203.0.113.${n + 1}`
      return askOnce(port, post('/api/scrape-link', { link: `${site}/slow/${n}` }, undefined, from))
    }),
  '22 previews by one account': ({ port, site, abuser }) =>
    repeat(22, n => askOnce(port, post('/api/scrape-link', { link: `${site}/slow/${n}` }, abuser.token))),
  'three imports and bulk actions': ({ port, abuser, accounts }) => {
    let seed = 100
    const imports = repeat(3, async n => {
      const account = assertDefined(accounts[n], 'account')
      await importFile(port, account, bookmarkBytes({ links: abusersLinks, seed: ++seed })).catch(
        () => undefined,
      )
      return 200
    })
    const bulk = repeat(5, async n => {
      const body = { every: {}, added_tags_name: [`abuse ${n} ${++seed % 4}`] }
      const status = await askOnce(port, post('/api/tag-links', body, abuser.token))
      await pause(500)
      return status
    })
    return { end: async () => void (await Promise.all([imports.end(), bulk.end()])) }
  },
  '40 sign-ups from one IP address': ({ port }) => {
    let number = 0
    return repeat(40, () => {
      const fields = {
        name: 'abuse',
        email: `abuse${++number}@example.org`,
        password: 'a long password of theirs',
      }
      return askOnce(port, post('/api/auth/sign-up/email', fields, undefined, '198.51.100.7'))
    })
  },
  '16 searches by one account': ({ port, abuser }) =>
    repeat(16, n => {
      const body = { input: 'abcdefghijklmnop'[n], type: 'link', page: 1 }
      return askOnce(port, post('/api/search-links-folders', body, abuser.token))
    }),
  [pageAbuse]: ({ port, accounts }) =>
    repeat(8, async n => {
      const { token } = assertDefined(accounts[n % 2], 'account')
      const html = `<title>A page</title><article>${'<p>Words of a page, and more words. </p>'.repeat(40)}<p>${'&amp'.repeat(125_000)}</p></article>`
      const status = await archivePageFile(port, token, `https://a.example/${n}`, html).catch(() => 500)
      // A page that is refused before it is read uses no process, and the row would promise nothing.
      if (status === 422) throw new Error('The page of the abuse was not read.')
      return status
    }),
}

export const abuseNames: readonly string[] = Object.keys(abuses)

/** Starts an abuse of the given name. `end` resolves when its last request is answered. */
export function startAbuse(name: string, { port, site, tokens }: AbuseTarget): { end(): Promise<void> } {
  const accounts = tokens.map(token => ({ token, ask: askAs(port, token) }))
  const abuse = assertDefined(abuses[name], name)
  return abuse({ port, site, abuser: assertDefined(accounts[0], 'abuser'), accounts })
}

/** Runs concurrent loops that send the next request as soon as the last one is answered, or after a pause when it fails. */
function repeat(loops: number, ask: (n: number) => Promise<number>): { end(): Promise<void> } {
  const stop = new AbortController()
  const all = Array.from({ length: loops }, async (_, n) => {
    while (!stop.signal.aborted) if ((await ask(n)) >= 400) await pause(100)
  })
  return {
    end: async () => {
      stop.abort()
      await Promise.all(all)
    },
  }
}

async function askOnce(port: number, request: Buffer): Promise<number> {
  const wire = await Wire.open(port)
  try {
    return (await wire.ask(request)).status
  } catch {
    return 500
  } finally {
    wire.close()
  }
}

/** Starts a local site whose pages under `/slow` never respond, and whose other pages respond immediately. */
export async function openSite(): Promise<{ host: string; close(): void }> {
  const site: Site = createServer((request, response) => {
    if (!request.url?.startsWith('/slow'))
      response.setHeader('content-type', 'text/html').end('<title>A fast page</title>')
  })
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(site.address() as AddressInfo).port}`,
    close: () => {
      site.closeAllConnections()
      site.close()
    },
  }
}
