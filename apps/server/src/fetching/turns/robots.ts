import { isPathAllowed, parseRobotPolicy, type RobotPolicy } from '@nestmark/core/copy/robotRules'
import type { FetchCaller } from './fetchCaller.ts'
import type { Fetcher } from '../requests/fetchPage.ts'
import { FetchRefused } from '../requests/fetchRefused.ts'

/** The name by which sites address the fetcher in their rules. */
const agent = 'nestmark'
/** How long the rules of a site are cached, in milliseconds, and the maximum number of sites. */
const rememberedMs = 3_600_000
const maxSites = 1000
/** RFC 9309 asks for at least 500 KiB. */
const maxBytes = 512_000

/** Reads the rules of sites for robots (robots.txt). */
export interface Robots {
  /**
   * Returns whether the rules of a site allow an automatic fetch. A site without rules, and one whose rules cannot be
   * read because of an error in the request (RFC 9309), allows everything; a server error allows nothing.
   * @throws FetchRefused busy, aborted
   */
  allows(address: string, caller: FetchCaller, signal?: AbortSignal): Promise<boolean>
  /** Returns the seconds that a site wants between two requests, as far as its rules have been read; otherwise 0. */
  crawlDelayOf(address: string): number
}

const allowAll: RobotPolicy = { rules: [], crawlDelay: 0 }
const allowNothing: RobotPolicy = { rules: [{ pattern: '/', allows: false }], crawlDelay: 0 }

/** Creates the reader of rules. */
export function createRobots(fetcher: Pick<Fetcher, 'fetchPage'>): Robots {
  const known = new Map<string, { readAt: number; policy: RobotPolicy }>()

  async function readRules(origin: string, caller: FetchCaller, signal?: AbortSignal): Promise<RobotPolicy> {
    const address = `${origin}/robots.txt`
    try {
      const page = await fetcher.fetchPage(address, {
        maxBytes,
        overflow: 'cut',
        accept: 'text/plain,*/*;q=0.1',
        caller,
        signal,
      })
      if (page.status >= 500) return allowNothing
      if (page.status !== 200) return allowAll
      return parseRobotPolicy(page.body.toString('utf8'), agent)
    } catch (error) {
      if (error instanceof FetchRefused && (error.reason === 'busy' || error.reason === 'aborted'))
        throw error
      // The request for the page then shows whether the site responds.
      return allowAll
    }
  }

  return {
    async allows(address, caller, signal) {
      const { origin, pathname, search } = new URL(address)
      let found = known.get(origin)
      if (!found || performance.now() - found.readAt > rememberedMs) {
        found = { policy: await readRules(origin, caller, signal), readAt: performance.now() }
        known.delete(origin)
        known.set(origin, found)
        const [oldest] = known.keys()
        if (known.size > maxSites && oldest !== undefined) known.delete(oldest)
      }
      return isPathAllowed(found.policy.rules, pathname + search)
    },
    crawlDelayOf: address => known.get(new URL(address).origin)?.policy.crawlDelay ?? 0,
  }
}
