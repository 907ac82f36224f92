import { createHash, randomBytes } from 'node:crypto'
import { exchangeConnectCode, listKeys } from '@nestmark/contract/apiKeys'
import { getUserData } from '@nestmark/contract/session'
import { expect, test } from 'vitest'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
const random = () => randomBytes(32).toString('base64url')

test('EXT-01 T05 one click connects an extension; its code is in the fragment of the address, for five seconds', async () => {
  const ada = await env.signIn('ada')
  const [state, verifier] = [random(), random()]
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const query = new URLSearchParams({ name: 'Firefox on Linux', state, challenge })
  const page = await env.open(ada, `/connect-extension?${query}`, { clock: true })
  await page.getByRole('heading', { name: 'Connect Firefox on Linux?' }).waitFor()
  await expectAccessible(page)
  expect(await ada.call(listKeys, {})).toEqual([])
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.waitForURL(/#code=/)
  const given = new URLSearchParams(new URL(page.url()).hash.slice(1))
  expect(given.get('state')).toBe(state)
  // The tab cannot be used for a second code, and the address keeps no code.
  expect(new URL(page.url()).search).toBe('')
  const code = given.get('code')!
  const { key } = await env.app.as(null)(exchangeConnectCode, { code, state, verifier })
  expect((await env.app.as(key)(getUserData, {})).user_id).toBe(ada.id)
  await page.clock.fastForward(5000)
  await page.waitForURL(url => url.hash === '')
  expect((await ada.call(listKeys, {})).map(each => each.name)).toEqual(['Firefox on Linux'])
})

test('T16 an address without a request connects nothing', async () => {
  const page = await env.open(await env.signIn('ada'), '/connect-extension?name=Evil')
  await page.getByRole('heading', { name: 'This connection is incomplete' }).waitFor()
  expect(await page.getByRole('button', { name: 'Connect' }).count()).toBe(0)
})
