import { categories } from '../limits.ts'

/** The results of a search, in order, as arrays: a worker sends them faster than ten thousand objects. */
export interface LinkHits {
  ids: string[]
  /** The rank of the tier (`toTiers`) of each link; 0 when the results are ordered by date. */
  ranks: Uint8Array<ArrayBuffer>
  /** When each link was saved, in milliseconds since 1970. */
  dates: Float64Array<ArrayBuffer>
  /** The sort key of each link where the order is that of titles or hosts; else empty. */
  keys: string[]
  /** The numbers of links of each category, image first, for any requested category. */
  counts: number[]
}

/** Returns the result of a search that finds nothing. */
export const emptyHits = (): LinkHits => ({
  ids: [],
  ranks: new Uint8Array(),
  dates: new Float64Array(),
  keys: [],
  counts: categories.map(() => 0),
})
