/**
 * The caller of a fetch; each has a share of the running and waiting ones. A person waits for a preview, a
 * visitor is known by an address only, a job works in the background for a person.
 */
export interface FetchCaller {
  kind: 'person' | 'visitor' | 'job'
  /** Id of the person; for a visitor the result of `addressKey`. */
  key: string
  /** For a person, the `addressKey` of their network address, if known. */
  address?: string
}

/** All unspecified callers share the allowance of one person. */
export const unknownCaller: FetchCaller = { kind: 'person', key: '' }
