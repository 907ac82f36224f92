import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { prune } from './prune.mjs'

const root = join(import.meta.dirname, '../..')

// After `npm ci --omit=dev`. Who develops needs the types and the source maps.
if (!existsSync(join(root, 'node_modules/oxlint'))) {
  prune(join(root, 'node_modules'))
  for (const kind of ['apps', 'packages'])
    for (const name of readdirSync(join(root, kind))) prune(join(root, kind, name, 'node_modules'))
}
