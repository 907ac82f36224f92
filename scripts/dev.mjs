import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Runs page and server in watch mode: the page on port 5173, the server on PORT or 3000. */
const root = join(import.meta.dirname, '..')
const parts = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'apps/server/src/main.ts')], {
    stdio: 'inherit',
  }),
  spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), join(root, 'apps/web')], {
    stdio: 'inherit',
  }),
]
const stop = () => parts.forEach(part => part.kill('SIGTERM'))
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const part of parts) part.on('exit', stop)
