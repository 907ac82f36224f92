// The order matters: each user agent also contains the names of browsers further down.
const browsers: [RegExp, string][] = [
  [/Edg(e|A)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Vivaldi\//, 'Vivaldi'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
]
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Returns the name that the key of this browser gets, such as 'Firefox on Linux'. */
export function browserName(userAgent: string): string {
  const find = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = find(systems)
  return `${find(browsers) ?? 'Browser'}${system ? ` on ${system}` : ''}`
}
