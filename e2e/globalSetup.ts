import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unpackBrowser } from './support/browser.ts'

/**
 * Builds the web client and unpacks the browser once, before all files: two workers must not do it concurrently.
 * @returns a function that deletes the browser
 */
export default async function globalSetup(): Promise<() => void> {
  // A separate process: with the environment of the test runner, the build would be a development build.
  const build = promisify(execFile)(process.execPath, [join(import.meta.dirname, '../scripts/build.mjs')])
  const [unpacked, built] = await Promise.allSettled([unpackBrowser(), build])
  if (built.status === 'rejected') {
    if (unpacked.status === 'fulfilled') unpacked.value()
    throw built.reason
  }
  if (unpacked.status === 'rejected') throw unpacked.reason
  return unpacked.value
}
