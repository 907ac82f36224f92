import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { dist, replaceProgramUrls } from './building/buildServer.mjs'

/**
 * Lets the server under test start its threads and processes from the compiled files, as `npm start` does. They load in
 * half the time. `buildServer` must run before.
 */
export const compiledPrograms: Plugin = {
  name: 'compiled programs',
  // At this point the code still contains the types and the original addresses.
  enforce: 'pre',
  transform: (code, id) =>
    replaceProgramUrls(code, id, name => `new URL('${pathToFileURL(dist).href}/${name}')`),
}
