import { existsSync } from 'node:fs'

const paths = { chromium: '/usr/bin/chromium', firefox: '/usr/bin/firefox-esr' } as const

export type SystemBrowser = keyof typeof paths

/** Returns the path of a browser of the system in which an extension can be loaded; null where it is not installed. */
export function findSystemBrowser(name: SystemBrowser): string | null {
  return existsSync(paths[name]) ? paths[name] : null
}

/** Returns the browsers that are not installed, in which the extension cannot be tested. */
export const listMissingBrowsers = (): SystemBrowser[] =>
  (Object.keys(paths) as SystemBrowser[]).filter(name => findSystemBrowser(name) === null)
