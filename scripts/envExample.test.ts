import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const matches = (text: string, pattern: RegExp) =>
  [...new Set(Array.from(text.matchAll(pattern), ([, name]) => name!))].sort()

test('.env.example and docs/operations.md list exactly the variables that the server reads', () => {
  const config = ['config', 'filesConfig', 'siteConfig', 'paymentsConfig']
    .map(name => read(`apps/server/src/configuration/${name}.ts`))
    .join('')
  const known = matches(config, /(?:\benv\.|\benv, ')([A-Z][A-Z0-9_]+)/g)
  const destructured = matches(config, /\b(OIDC_CLIENT_(?:ID|SECRET)):/g)
  const variables = [...new Set([...known, ...destructured])].sort()
  const table = read('docs/operations.md').split('Contents of `DATA_DIR`')[0]!
  const documented = table.split('\n').filter(line => line.startsWith('| `'))
  expect(matches(read('.env.example'), /^#([A-Z0-9_]+)=/gm)).toEqual(variables)
  expect(matches(documented.map(line => line.split('|')[1]).join(), /`([A-Z0-9_]+)`/g)).toEqual(variables)
})
