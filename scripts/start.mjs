import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import { hashState, isBuilt, recordBuilt } from './building/unchangedSources.mjs'

const root = join(import.meta.dirname, '..')

/**
 * Runs a program to its end and forwards the signals sent to this process, which would otherwise not stop the child.
 * @returns its exit code; 128 plus the signal number when a signal ended it
 */
function run(command, file) {
  const child = spawn(command, [...process.execArgv, file], { stdio: 'inherit' })
  const pass = signal => void child.kill(signal)
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const each of signals) process.off(each, pass)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

// The project installs its own Node. With an older Node, this file restarts itself with that one.
if (Number(process.versions.node.split('.')[0]) < 24) {
  const own = join(root, 'node_modules/node/bin/node')
  if (!existsSync(own)) {
    console.error('Run "npm ci" first. It installs the Node that Nestmark runs on.')
    process.exit(1)
  }
  process.exit(await run(own, import.meta.filename))
}

// A separate process, so that the build does not stay in the server's memory.
const state = hashState()
if (!isBuilt(state)) {
  const built = await run(process.execPath, join(root, 'scripts/build.mjs'))
  if (built !== 0) process.exit(built)
  recordBuilt(state)
}
createRequire(import.meta.url)('../apps/server/dist/main.js')
