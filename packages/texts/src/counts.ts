const number = new Intl.NumberFormat('en-US')

/** A number with its thousands separators. */
export function formatNumber(value: number): string {
  return number.format(value)
}

/** '1 link', '2 links', '1,204 links'. */
export function counted(value: number, one: string, many: string = `${one}s`): string {
  return `${number.format(value)} ${value === 1 ? one : many}`
}
