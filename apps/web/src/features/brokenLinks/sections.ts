import type { BrokenLink, BrokenState } from '@nestmark/contract/links/brokenLinks'

/** The sections of the page, in their order. */
export const states = ['dead', 'moved', 'unsure', 'refused', 'slow'] as const satisfies readonly BrokenState[]

/** What the page shows: all sections, one of them, or what is ignored. */
export type BrokenFilter = 'all' | BrokenState | 'ignored'

export interface BrokenSection {
  state: BrokenState | 'ignored'
  links: BrokenLink[]
}

/** Returns the sections that a filter shows, without empty ones. */
export function toSections(links: readonly BrokenLink[], filter: BrokenFilter): BrokenSection[] {
  if (filter === 'ignored') {
    const ignored = links.filter(link => link.ignored === 1)
    return ignored.length === 0 ? [] : [{ state: 'ignored', links: ignored }]
  }
  return states
    .filter(state => filter === 'all' || filter === state)
    .map(state => ({ state, links: links.filter(link => link.ignored === 0 && link.state === state) }))
    .filter(section => section.links.length > 0)
}

/** Counts the links of each filter. */
export function countByFilter(links: readonly BrokenLink[]): Record<BrokenFilter, number> {
  const counts = { all: 0, dead: 0, moved: 0, unsure: 0, refused: 0, slow: 0, ignored: 0 }
  for (const { state, ignored } of links) {
    if (ignored === 1) counts.ignored++
    else if (state !== 'answered') {
      counts[state]++
      counts.all++
    }
  }
  return counts
}

/** The collections of links with their names, those with most links first. */
export function listPlaces(links: readonly BrokenLink[]): { id: string; name: string; count: number }[] {
  const places = new Map<string, { id: string; name: string; count: number }>()
  for (const { parent, parent_name: name = '' } of links) {
    const place = places.get(parent) ?? { id: parent, name, count: 0 }
    place.count++
    places.set(parent, place)
  }
  return [...places.values()].sort((a, b) => b.count - a.count)
}
