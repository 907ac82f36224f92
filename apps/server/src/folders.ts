import { join } from 'node:path'

/** The folder of the server's package. This file is in `src/`, and its compiled form in `dist/`. */
export const serverFolder = join(import.meta.dirname, '..')

/** The folder of the project, with the code and its dependencies. */
export const projectFolder = join(serverFolder, '../..')

/** Directory of the built site. */
export const siteDir = join(serverFolder, '../site/dist')
