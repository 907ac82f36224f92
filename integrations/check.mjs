// Validates the integrations by the tools of their platforms, and runs their tests with the platforms' own packages.
// Not part of the tests: it installs about 1 GB from the npm registry into a temporary folder.
//
// usage: node integrations/check.mjs [folder]
//   folder  where to install; one of an earlier run is used again, without the network
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const source = import.meta.dirname
const folder = resolve(process.argv[2] ?? mkdtempSync(join(tmpdir(), 'nestmark-integrations-')))

/** Runs a command and shows its output. Ends with its error. */
const run = (command, args, options) => execFileSync(command, args, { stdio: 'inherit', ...options })

/** Copies an integration, installs its packages, and runs the commands of its platform. */
function check(name, ...commands) {
  const cwd = join(folder, name)
  console.log(`\n${name} in ${cwd}`)
  cpSync(join(source, name), cwd, { recursive: true })
  const file = join(cwd, 'package.json')
  // The linter of n8n demands this licence, which its verified packages have. The publisher of the package decides.
  writeFileSync(file, readFileSync(file, 'utf8').replace('"UNLICENSED"', '"MIT"'))
  if (!existsSync(join(cwd, 'node_modules')))
    run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'], { cwd })
  for (const [command, ...args] of commands) run(join(cwd, 'node_modules/.bin', command), args, { cwd })
}

check('zapier', ['zapier-platform', 'validate', '--without-style'])
check('n8n', ['n8n-node', 'lint'], ['n8n-node', 'build'])
check('pipedream', ['eslint', '.'])

const root = join(source, '..')
const tests = ['run', '--project', 'sqlite', 'apps/server/src/test/integrations']
run(join(root, 'node_modules/.bin/vitest'), tests, {
  cwd: root,
  env: { ...process.env, NESTMARK_PLATFORMS: folder },
})
console.log(`\nAll integrations are valid. Their packages are in ${folder}`)
