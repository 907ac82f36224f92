import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unpackBrowser } from './browser.ts'

/** Before all files: the page is built, and the browser unpacked once, so that two workers do not do it at the same time. */
export default async function prepare(): Promise<() => void> {
  // In a process of its own: the test runner's environment would make it a build for development.
  const build = promisify(execFile)(process.execPath, [join(import.meta.dirname, '../scripts/build.mjs')])
  const [unpacked, built] = await Promise.allSettled([unpackBrowser(), build])
  if (built.status === 'rejected') {
    if (unpacked.status === 'fulfilled') unpacked.value()
    throw built.reason
  }
  if (unpacked.status === 'rejected') throw unpacked.reason
  return unpacked.value
}
