import { spawn } from 'node:child_process'

/**
 * Runs the unit tests and the browser tests concurrently. Each of them waits for processes, pages and time for a third of
 * its duration; together they use two cores fully. The output of the browser tests follows that of the unit tests.
 */

/** Runs an npm script to its end. Returns its exit code, and a function that shows its output from the start. */
function start(script) {
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  let held = []
  const receive = stream => chunk => (held ? held.push([stream, chunk]) : stream.write(chunk))
  child.stdout.on('data', receive(process.stdout))
  child.stderr.on('data', receive(process.stderr))
  const code = new Promise((resolve, reject) => {
    child.once('error', reject)
    // 'close' follows the end of the output.
    child.once('close', (exitCode, signal) => resolve(signal ? 1 : exitCode))
  })
  const show = () => {
    for (const [stream, chunk] of held ?? []) stream.write(chunk)
    held = null
  }
  return { child, code, show }
}

const unit = start('test:unit')
const browser = start('test:e2e')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    for (const { child } of [unit, browser]) child.kill(signal)
  })
unit.show()
const codes = [await unit.code]
browser.show()
codes.push(await browser.code)
// Not `process.exit`, which would cut the output of a pipe off.
process.exitCode = codes.some(code => code !== 0) ? 1 : 0
