import { parseSearch } from '@nestmark/core/searchQuery/query'

/** Returns the time zone of this browser, whose days the dates of lists show. */
export function findTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/**
 * Returns the zone of the days of a search, as the server takes it; nothing for a search without days. A server may not
 * know the zone of a newer browser, and would refuse every search.
 */
export function toDayZone(input: string): { time_zone?: string } {
  const { before, after } = parseSearch(input)
  return before === null && after === null ? {} : { time_zone: findTimeZone() }
}
