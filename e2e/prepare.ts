import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { unpackBrowser } from './browser.ts'

/** Before all files: the page is built, and the browser unpacked once, so that two workers do not do it at the same time. */
export default async function prepare(): Promise<() => void> {
  // In a process of its own: the test runner's environment would make it a build for development.
  execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/build.mjs')], { stdio: 'inherit' })
  return unpackBrowser()
}
