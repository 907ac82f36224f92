import { join } from 'node:path'
import { compressFiles } from './compressFiles.mjs'
import { rebuild, root } from './rebuild.mjs'

/** The sources of the page. A change in any of them requires a new build. */
const sources = [
  'apps/web',
  'packages/client/src',
  'packages/core/src',
  'packages/contract/src',
  'packages/encryption/src',
  'packages/highlighter/src',
  'packages/texts/src',
  'package-lock.json',
]

/** Builds the page when its sources changed since the last build. */
export const buildPage = () =>
  rebuild({
    dist: join(root, 'apps/web/dist'),
    sources,
    recipe: '4',
    async build(folder) {
      console.log('Building the page. This is done once after a change and takes a few seconds.')
      // Some callers, such as a test runner, set another value; the served page is always a production build.
      process.env.NODE_ENV = 'production'
      const { build } = await import('vite')
      await build({
        root: join(root, 'apps/web'),
        configFile: join(root, 'apps/web/vite.config.ts'),
        logLevel: 'error',
        build: { outDir: folder, emptyOutDir: true },
      })
      await compressFiles(folder)
    },
  })
