import { saveLink } from '@nestmark/contract/links'
import { copyTexts } from '@nestmark/texts/copies'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve, type TestServer } from '../apps/server/src/fetching/testing/web.ts'
import { linksFilled } from '../apps/server/src/test/support/jobs.ts'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { startEnvironment, type TestEnvironment } from './testEnvironment.ts'

let env: TestEnvironment
let site: TestServer
let ada: Person
beforeAll(async () => {
  site = await serve((_request, response) => {
    const paragraph = `<p>${'The roof is made of sod. '.repeat(30)}</p>`
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>Sod</title><article>${paragraph.repeat(5)}</article>`)
  })
  env = await startEnvironment({ copies: 'reader', fetchAllowPrivate: [site.hostPort] })
  ada = await env.signIn('ada', 2)
})
afterAll(async () => {
  await env.close()
  await site.close()
})

test('a server that stores only articles offers no copies of whole pages', async () => {
  const link = await ada.call(saveLink, {
    name: 'Sod',
    category: 3,
    link: `${site.origin}/sod`,
    parent: ada.rootId,
  })
  await linksFilled(env.app)
  const page = await env.open(ada, '/settings?tab=customize')
  const setting = page.getByRole('radiogroup', { name: copyTexts.setting })
  await setting.getByRole('radio').first().waitFor()
  expect(await setting.getByRole('radio').allTextContents()).toEqual([
    copyTexts.modes.reader,
    copyTexts.modes.never,
  ])
  expect(await setting.getByRole('radio', { name: copyTexts.modes.reader }).isChecked()).toBe(true)

  await page.goto(`/add-link/?type=3&url=${site.origin}/form`)
  const options = page.getByLabel(copyTexts.ofNewLink).locator('option')
  await options.first().waitFor({ state: 'attached' })
  expect(await options.allTextContents()).toEqual([
    copyTexts.modesOfLink.asOwner,
    copyTexts.modesOfLink.reader,
    copyTexts.modesOfLink.never,
  ])

  await page.goto(`/l/${link._id}`)
  await page.getByRole('button', { name: copyTexts.actions }).click()
  const menu = page.getByRole('menu')
  await menu.getByText(copyTexts.modesOfLink.reader).waitFor()
  expect(await menu.getByText(copyTexts.modesOfLink.full).count()).toBe(0)
})
