/**
 * Whom a fetch is for: each has a share of what runs and of what waits. A person waits for a preview, a visitor is known by an
 * address alone, a job works for a person who does not wait.
 */
export interface FetchCaller {
  kind: 'person' | 'visitor' | 'job'
  /** Id of the person, for a visitor the address as `addressKey` gives it. */
  key: string
  /** Of a person, the address that they call from as `addressKey` gives it, where that is known. */
  address?: string
}

/** Who does not say whom it is for takes the share of one person with all the others. */
export const unknownCaller: FetchCaller = { kind: 'person', key: '' }
