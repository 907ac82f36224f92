import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { publishFiles } from './publishFiles.mjs'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'nestmark-publish-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

test('a page exists at any time, and never before its assets', () => {
  write({
    'to/index.html': 'old',
    'to/assets/old.js': '',
    'to/.built-from': 'old',
    'from/index.html': 'new',
    'from/assets/new.js': '',
    'from/.built-from': 'new',
  })
  const read = (name: string) => readFileSync(join(folder, 'to', name), 'utf8')
  const moved: string[] = []
  const rename = fs.renameSync.bind(fs)
  const spy = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    rename(from, to)
    moved.push(String(to).slice(folder.length + 4))
    const page = read('index.html')
    expect(existsSync(join(folder, 'to/assets', `${page}.js`))).toBe(true)
  })
  syncBuiltinESMExports()
  publishFiles(join(folder, 'from'), join(folder, 'to'), '.built-from')
  spy.mockRestore()
  syncBuiltinESMExports()
  expect(read('index.html')).toBe('new')
  expect(read('.built-from')).toBe('new')
  expect(existsSync(join(folder, 'to/assets/old.js'))).toBe(false)
  expect(moved).toEqual(['assets/new.js', 'index.html', '.built-from'])
})
