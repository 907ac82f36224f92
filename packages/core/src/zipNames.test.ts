import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { toSafeName, toZipPath } from './zipNames.ts'

const place = { top: 'files', folders: [], name: 'photo', mark: '1a2b3c4d5e', extension: 'jpg' }

test('the path of a file contains its collections, its name and its type', () => {
  expect(toZipPath({ ...place, folders: ['Recipes', 'Bread & cake'] })).toBe(
    'files/Recipes/Bread & cake/photo ~1a2b3c4d5e.jpg',
  )
  expect(toZipPath({ ...place, folders: ['日本語', 'עברית'], name: '愛 👩‍👧' })).toBe(
    'files/日本語/עברית/愛 👩‍👧 ~1a2b3c4d5e.jpg',
  )
})

test('malicious names cannot leave their folder', () => {
  const names = {
    '../../etc/passwd': 'etc passwd',
    '..': 'Unnamed',
    '.hidden': 'hidden',
    '/absolute': 'absolute',
    'C:\\Windows\\system32': 'C Windows system32',
    'a\0b\nc\u007fd': 'a b c d',
    'evil\u202egpj.exe': 'evil gpj.exe',
    'zero\u200bwidth\ufeff': 'zero width',
    'ends with. . ': 'ends with',
    CON: '_CON',
    'nul.txt': '_nul.txt',
    com1: '_com1',
    'LPT¹.log': '_LPT¹.log',
    console: 'console',
    '   ': 'Unnamed',
    'half \ud800 pair': 'half \ufffd pair',
    'a<b>c:d"e|f?g*h~i': 'a b c d e f g h i',
  }
  for (const [text, name] of Object.entries(names)) expect(toSafeName(text, 80, 'Unnamed')).toBe(name)
})

test('shortens deep and long folders in the middle', () => {
  const folders = Array.from({ length: 1000 }, (_, n) => `Folder number ${n}`)
  const path = toZipPath({ ...place, folders })
  expect(path).toMatch(/^files\/Folder number 0\/.*\/…\/Folder number 999\/photo ~1a2b3c4d5e\.jpg$/)
  expect(path.length).toBeLessThan(240)
})

test('any names give a safe path, and different marks give different paths', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), text, text, (folders, name, extension) => {
      const path = toZipPath({ ...place, folders, name, extension })
      const parts = path.split('/')
      expect(path.length).toBeLessThan(250)
      expect(parts[0]).toBe('files')
      for (const part of parts) {
        expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(255)
        expect(part).not.toMatch(/^\.|[. ]$|^$|[<>:"\\|?*\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      }
      const other = toZipPath({ ...place, folders, name, extension, mark: '0000000000' })
      expect(other.toLowerCase()).not.toBe(path.toLowerCase())
    }),
  )
})
