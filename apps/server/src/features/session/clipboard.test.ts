import { clipboardAccess, getUserData } from '@nestmark/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { signIn } from '../../test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('CLIP-01 no choice, then yes, then no: the server stores the choice, separately per person', async () => {
  const [ada, xaver] = [await signIn(app, 'ada'), await signIn(app, 'xaver')]
  const chosen = async () => (await ada.call(getUserData, {})).clipboard_access
  expect(await chosen()).toBeNull()
  for (const clipboard_access of [1, 0] as const) {
    await ada.call(clipboardAccess, { clipboard_access })
    expect(await chosen()).toBe(clipboard_access)
  }
  expect((await xaver.call(getUserData, {})).clipboard_access).toBeNull()
  await expect(ada.call(clipboardAccess, { clipboard_access: 2 as never })).rejects.toMatchObject({
    status: 400,
  })
  await expect(app.as(null)(clipboardAccess, { clipboard_access: 1 })).rejects.toMatchObject({ status: 401 })
})
