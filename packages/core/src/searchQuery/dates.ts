/**
 * Returns the start of a day, month or year in UTC, in milliseconds since 1970; null when the date does not exist.
 * @param text `2024`, `2024-05` or `2024-05-17`
 */
export function startOfPeriod(text: string): number | null {
  const found = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text)
  if (!found) return null
  const [year, month, day] = [Number(found[1]), Number(found[2] ?? 1), Number(found[3] ?? 1)]
  const date = new Date(Date.UTC(year, month - 1, day))
  // A day that does not exist rolls over into the next month.
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.getTime() : null
}
