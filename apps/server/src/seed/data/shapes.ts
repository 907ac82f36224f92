import type { Drawing } from '../drawings.ts'

/** A collection of the demo data with its contents. */
export interface SeedCollection {
  name: string
  desc?: string
  favourite?: boolean
  links?: readonly SeedLink[]
  children?: readonly SeedCollection[]
}

export interface SeedLink {
  title: string
  category: 1 | 2 | 3 | 4 | 5
  /** Addresses of invented sites use the reserved domain .example. */
  address?: string
  text?: string
  tags?: readonly string[]
  /** Day in 2025 on which it was saved: '03-14'. */
  on: string
  picture?: Drawing
  /** For notes: 1 note, 2 quote, 4 checklist. */
  kind?: 1 | 2 | 4
  checklist?: readonly [text: string, done: boolean][]
  favourite?: boolean
  trashed?: boolean
}

/** Returns the links of a collection and its descendants. */
export function listLinks(collection: SeedCollection): SeedLink[] {
  return [...(collection.links ?? []), ...(collection.children ?? []).flatMap(listLinks)]
}

export const [image, video, page, note, audio] = [1, 2, 3, 4, 5] as const
