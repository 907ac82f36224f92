import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/**
 * Runs all tests: those of the server and the packages beside those of the pages. The former often wait for processes,
 * and the latter use that time. Every line of output begins with the name of its suite.
 */
const suites = { unit: [], pages: ['--config', 'e2e/vitest.config.ts'] }
const running = Object.entries(suites).map(([name, options]) => {
  const suite = spawn('vitest', ['run', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
  })
  for (const stream of [suite.stdout, suite.stderr])
    createInterface({ input: stream }).on('line', line => console.log(`${name.padEnd(5)} | ${line}`))
  const ended = new Promise((resolve, reject) => {
    suite.once('error', reject)
    suite.once('close', code => resolve({ name, passed: code === 0 }))
  })
  return { suite, ended }
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => running.forEach(({ suite }) => suite.kill(signal)))

const results = await Promise.all(running.map(({ ended }) => ended))
for (const { name, passed } of results) console.log(`${name}: ${passed ? 'passed' : 'FAILED'}`)
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1
