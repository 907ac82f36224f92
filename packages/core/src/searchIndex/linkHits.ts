import { categories } from '../limits.ts'

/** The links that a search finds, in its order: arrays, which a worker sends faster than ten thousand objects. */
export interface LinkHits {
  ids: string[]
  /** That of its tier (`toTiers`) for each link; 0 where the order is that of the dates. */
  ranks: Uint8Array<ArrayBuffer>
  /** When each link was saved, in milliseconds since 1970. */
  dates: Float64Array<ArrayBuffer>
  /** The sort key of each link where the order is that of titles or hosts; else empty. */
  keys: string[]
  /** The numbers of links of each category, image first, whatever category was asked for. */
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
