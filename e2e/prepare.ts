import { buildPage } from '../scripts/buildPage.mjs'
import { unpackBrowser } from './browser.ts'

/** Before all files: the page is built, and the browser unpacked once, so that two workers do not do it at the same time. */
export default async function prepare(): Promise<() => void> {
  await buildPage()
  return unpackBrowser()
}
