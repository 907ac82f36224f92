import { readProfile, signImageUpload, updateUserDetails } from '@nestmark/contract/accounts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { signIn, toOutcome } from '../../../test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const put = async (url: string, bytes: Uint8Array) => {
  const answer = await fetch(app.origin + url, { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer> })
  return answer.status === 204 ? 'done' : ((await answer.json()) as { code: string }).code
}

test('UPL-11 U05 takes a profile image at a signed address, once, which then has the announced address', async () => {
  const ada = await signIn(app, 'ada')
  const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#8a9d68' } })
    .png()
    .toBuffer()
  const sign = (fileType = 'image/png') => ada.call(signImageUpload, { fileName: 'me.png', fileType })
  const { url, key } = await sign()
  expect(await toOutcome(ada.call(updateUserDetails, { first_name: 'Ada', thumbnail: key }))).toBe(
    'profile.imageForeign',
  )
  const changed = url.replace(/.$/, last => (last === 'a' ? 'b' : 'a'))
  expect(await put(changed, png)).toBe('files.formInvalid')
  expect(await put('/files/profile-images/x', png)).toBe('files.formInvalid')
  expect(await put(url, Buffer.from('<svg></svg>'))).toBe('profile.imageUnreadable')
  expect(await put(url, Buffer.alloc(10_000_001))).toBe('request.tooLarge')
  expect(await put(url, png)).toBe('done')
  expect(await put(url, png)).toBe('files.formInvalid')
  expect((await ada.call(readProfile, {})).thumbnail).toBe(key)
  expect(await toOutcome(ada.call(updateUserDetails, { first_name: 'Ada', thumbnail: key }))).toBe('done')
  const shown = await fetch(app.origin + key)
  expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({
    width: 256,
    height: 256,
  })
  const late = await sign()
  app.clock.now += 600_000
  expect(await put(late.url, png)).toBe('files.formInvalid')
  await expect(sign('image/svg+xml')).rejects.toMatchObject({
    message: '.png files are not supported right now',
  })
})
