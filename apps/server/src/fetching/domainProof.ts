import type { FetchCaller } from './turns/fetchCaller.ts'
import type { Fetcher, FetcherOptions } from './requests/fetchPage.ts'
import { FetchRefused } from './requests/fetchRefused.ts'
import { createTextLookup } from './requests/resolve.ts'

/** Where the proof of a host may be. */
interface ProofPlace {
  /** The name of the DNS record. */
  record: string
  /** The addresses of the file, tried in order. */
  files: readonly string[]
}

export interface DomainProofs {
  /**
   * Returns whether a host names a token, in a TXT record or as the content of a file. The file counts only without a
   * redirect. All failures count as no proof.
   * @throws FetchRefused busy, aborted
   */
  hasProof(place: ProofPlace, token: string, caller: FetchCaller, signal?: AbortSignal): Promise<boolean>
}

const maxFileBytes = 1000

/** Creates the reader of proofs. Files are fetched like every address of a person (S01 to S09). */
export function createDomainProofs(fetcher: Fetcher, { dns, connectMs }: FetcherOptions): DomainProofs {
  const lookUp = createTextLookup(dns, connectMs)

  async function readFile(address: string, caller: FetchCaller, signal?: AbortSignal): Promise<string> {
    const request = { maxBytes: maxFileBytes, overflow: 'cut', redirect: 'return', caller, signal } as const
    try {
      const page = await fetcher.fetchPage(address, request)
      return page.status === 200 ? page.body.toString('latin1').trim() : ''
    } catch (error) {
      if (error instanceof FetchRefused && error.reason !== 'busy' && error.reason !== 'aborted') return ''
      throw error
    }
  }

  return {
    async hasProof({ record, files }, token, caller, signal) {
      const texts = await lookUp(record, signal)
      if (texts.some(text => text.trim() === token)) return true
      for (const file of files) if ((await readFile(file, caller, signal)) === token) return true
      return false
    },
  }
}
