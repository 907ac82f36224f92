import { mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { toSharedTmpdir } from '../concurrency/unprivilegedUser.ts'
import { createProfile } from './startBrowser.ts'
import { deleteFolder } from './oldFolders.ts'

test('a new profile deletes those that a killed server has left more than an hour ago', async () => {
  const folder = toSharedTmpdir()
  const addProfile = (ageMinutes: number) => {
    const profile = mkdtempSync(join(folder, 'nestmark-page-1-'))
    mkdirSync(join(profile, 'Default'))
    writeFileSync(join(profile, 'Default', 'Cookies'), 'words of a page')
    const at = Date.now() / 1000 - ageMinutes * 60
    utimesSync(profile, at, at)
    return profile
  }
  const [old, recent] = [addProfile(61), addProfile(59)]
  const created = await createProfile()
  const left = readdirSync(folder)
  expect(left).not.toContain(basename(old))
  expect(left).toEqual(expect.arrayContaining([basename(recent), basename(created)]))
  for (const each of [recent, created]) await deleteFolder(each)
})
