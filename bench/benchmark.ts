import type { Bare, Kind, Place } from './place.ts'
import type { Imported, Person } from './person.ts'
import type { Server } from './server.ts'

/** One line of the table. */
export interface Row {
  promise: string
  /** What was measured, in `unit`. */
  figure: number
  unit: 'ms' | 'MB' | 'kB' | 'a second' | 'times'
  /** The figure may be at most (or, where more is better, must be at least) this. */
  limit: number
  better: 'less' | 'more'
  /** The figure as a multiple of what it is measured against, where it is a ratio that is promised. */
  ratio?: number
  /** What else a reader wants to know of it. */
  note?: string
}

/** One library with a server of its own before it. */
export interface Site {
  links: number
  place: Place
  server: Server
  person: Person
  personId: string
  /** The collection of 50 links, five deep. */
  folder: string
  imported: Imported
}

/** What a promise is measured on: a large library and a small one on the same kind of database. */
export interface World {
  kind: Kind
  large: Site
  small: Site
  /** Address of the PostgreSQL, for databases of a promise's own. */
  postgres: string | null
  file: Buffer
}

/** How a figure that must not exceed `times` × `against` reads in the table. */
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

export type { Bare }
