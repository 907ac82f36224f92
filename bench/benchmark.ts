import type { StoreKind } from '../apps/server/src/blobStorage/storeConfig.ts'
import type { Kind, ServerLocation } from './serverLocation.ts'
import type { Imported, Person } from './person.ts'
import type { Server } from './server.ts'

/** One row of the result table. */
export interface Row {
  promise: string
  /** The measured value, in `unit`. */
  figure: number
  unit: 'ms' | 'MB' | 'kB' | 'files' | 'a second' | 'times' | '%'
  /** The maximum of the figure, or its minimum when more is better. */
  limit: number
  better: 'less' | 'more'
  /** The figure divided by its baseline, when the limit is a ratio. */
  ratio?: number
  /** Additional information for the reader. */
  note?: string
}

/** A library with its own server. */
export interface Site {
  links: number
  location: ServerLocation
  server: Server
  person: Person
  personId: string
  /** The collection of 50 links at depth five. */
  folder: string
  imported: Imported
}

/** The data of a benchmark: a large library and a small one on the same kind of database. */
export interface World {
  kind: Kind
  large: Site
  small: Site
  /** Address of the PostgreSQL server, for additional databases. */
  postgres: string | null
  file: Buffer
  /** The links of each file of `formats`. */
  rows: number
  /** How many times as large the largest library of `million` is. */
  times: number
  /** How many other libraries the database of `crowd` has. */
  libraries: number
  /** The stores for the benchmarks of files. */
  stores: readonly StoreKind[]
}

/** Returns the row of a figure that must not exceed `times` × `against`. */
export function atMost(times: number, promise: string, figure: number, against: number, note?: string): Row {
  return {
    promise,
    figure,
    unit: 'ms',
    limit: times * against,
    better: 'less',
    ratio: figure / against,
    note,
  }
}
