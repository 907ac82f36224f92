import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

// The project brings its own Node. Somebody who starts this file by another one is led to it.
if (Number(process.versions.node.split('.')[0]) < 24) {
  const own = join(root, 'node_modules/node/bin/node')
  if (!existsSync(own)) {
    console.error('Run "npm ci" first: it brings the Node that Nestmark runs on.')
    process.exit(1)
  }
  const { status } = spawnSync(own, [import.meta.filename], { stdio: 'inherit' })
  process.exit(status ?? 1)
}

enableCompileCache(join(root, 'node_modules/.cache/nestmark'))
// In a process of its own, so that nothing of the build stays in the server's memory.
const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)
await import('../apps/server/src/main.ts')
