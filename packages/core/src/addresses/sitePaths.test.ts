import { expect, test } from 'vitest'
import { isSitePath } from './sitePaths.ts'

test('distinguishes pages of the public site from those of the app', () => {
  for (const path of ['/', '/pricing', '/pricing/', '/blog', '/blog/a-post', '/help'])
    expect(isSitePath(path)).toBe(true)
  for (const path of ['/dashboard', '/pricing2', '/blogs', '/c/blog', ''])
    expect(isSitePath(path)).toBe(false)
})
