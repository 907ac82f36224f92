import { accountsTexts } from '@nestmark/texts/accounts/accounts'

const { other, unknownBrowser } = accountsTexts.profile

// The order matters: each user agent also contains the names of browsers further down.
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Vivaldi\//, 'Vivaldi'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Returns a readable name for a user agent, such as 'Firefox on Linux'. */
export function formatBrowserName(userAgent: string): string {
  const name = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = name(browsers)
  const system = name(systems)
  if (browser) return system ? `${browser} on ${system}` : browser
  return userAgent.startsWith('Mozilla') ? unknownBrowser : other
}
