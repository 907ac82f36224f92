let cached: Intl.NumberFormat | undefined

/** Returns the formatter. Its creation takes some 30 ms at the start of a process, which rarely formats a number. */
const getNumberFormat = () => (cached ??= new Intl.NumberFormat('en-US'))

/** Formats a number with thousands separators. */
export function formatNumber(value: number): string {
  return getNumberFormat().format(value)
}

/** Formats a number, or '10,000+' when it exceeds `most`, the limit of counting. */
export function formatUpTo(value: number, max: number): string {
  return value > max ? `${getNumberFormat().format(max)}+` : getNumberFormat().format(value)
}

/** Formats a count with its noun: '1 link', '2 links', '1,204 links'. */
export function counted(value: number, one: string, many: string = `${one}s`): string {
  return `${getNumberFormat().format(value)} ${value === 1 ? one : many}`
}
