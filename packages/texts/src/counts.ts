const number = new Intl.NumberFormat('en-US')

/** A number with its thousands separators. */
export function formatNumber(value: number): string {
  return number.format(value)
}

/** The number, or '10,000+' where it is more than `most`, up to which it was counted. */
export function formatUpTo(value: number, most: number): string {
  return value > most ? `${number.format(most)}+` : number.format(value)
}

/** '1 link', '2 links', '1,204 links'. */
export function counted(value: number, one: string, many: string = `${one}s`): string {
  return `${number.format(value)} ${value === 1 ? one : many}`
}
