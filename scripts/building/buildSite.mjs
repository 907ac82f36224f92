import { join } from 'node:path'
import { compressFiles } from './compressFiles.mjs'
import { rebuild, root } from './rebuild.mjs'

/** Builds the public site when its sources changed since the last build. */
export const buildSite = () =>
  rebuild({
    dist: join(root, 'apps/site/dist'),
    sources: ['apps/site', 'apps/web/src/ui/styles', 'packages/core/src', 'package-lock.json'],
    recipe: '1',
    async build(folder) {
      process.env.NODE_ENV = 'production'
      const { buildSite: build } = await import('../../apps/site/src/build.ts')
      await build(folder)
      await compressFiles(folder)
    },
  })
