import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  changePassword,
  checkUsername,
  countAccount,
  deleteAccount,
  readProfile,
  updateUserDetails,
} from '@nestmark/contract/accounts'
import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { getProfile, getUserData } from '@nestmark/contract/session'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailsSent, startApp, type TestApp } from '../../../test/support/app.ts'
import { signIn } from '../../../test/support/people.ts'
import { type Browser, newAccount, openBrowser } from '../signIn/browser.testing.ts'
import { checkDeclared } from '../gateway/declaredAnswer.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const minute = 60_000

/** Registers a user and signs in. */
async function registered() {
  const person = newAccount()
  const browser = openBrowser(app)
  const { token, body } = await browser.post('/sign-up/email', person)
  return { ...person, browser, token: token!, id: body.user.id as string, call: app.as(token) }
}

async function elsewhere({ email, password }: { email: string; password: string }): Promise<Browser> {
  const browser = openBrowser(app)
  expect((await browser.post('/sign-in/email', { email, password })).status).toBe(200)
  return browser
}

/** Returns the texts of all emails to an address. They may have been sent in any order. */
async function mailTo(address: string): Promise<string> {
  await mailsSent(app)
  const dir = join(app.services.config.dataDir, 'outbox')
  return readdirSync(dir)
    .map(name => readFileSync(join(dir, name), 'utf8'))
    .filter(text => text.includes(`To: ${address}`))
    .join('\n')
}

/** Returns the key that an email to an address has for a page. */
async function keyFor(address: string, page = 'confirm-email'): Promise<string> {
  return new RegExp(`${page}\\?token=([\\w-]+)`).exec(await mailTo(address))![1]!
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c40' } })
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .jpeg()
    .toBuffer()

async function sendImage(browser: Browser, bytes: Buffer, type = 'image/jpeg') {
  const cookie = [...browser.cookies].map(pair => pair.join('=')).join('; ')
  const response = await fetch(`${app.origin}/api/auth/profile-image`, {
    method: 'POST',
    headers: { 'content-type': type, cookie, origin: app.origin },
    body: new Uint8Array(bytes),
  })
  const { status } = response
  // HTTP itself refuses a body that is too large.
  if (status !== 413) checkDeclared('POST', '/profile-image', { status, body: await response.json() })
  return { status }
}

test('ACC-12 ACC-13 profile, username and details respond as specified in the table of calls', async () => {
  const ada = await signIn(app, 'ada')
  expect(await ada.call(readProfile, {})).toEqual({
    name: 'ada',
    username: '',
    email: ada.email,
    thumbnail: '',
  })
  const details = { first_name: ' Ada ', last_name: 'Lovelace', thumbnail: '' }
  const changed = await ada.call(updateUserDetails, { ...details, username: 'Ada.Lovelace' })
  expect(changed).toMatchObject({ name: 'Ada Lovelace', username: 'Ada.Lovelace' })
  expect(await ada.call(getUserData, {})).toMatchObject({ name: 'Ada Lovelace', username: 'Ada.Lovelace' })
  // Without a username in the call it is unchanged.
  await ada.call(updateUserDetails, { first_name: 'Ada', last_name: '' })
  expect(await ada.call(readProfile, {})).toMatchObject({ name: 'Ada', username: 'Ada.Lovelace' })
  await expect(ada.call(updateUserDetails, { first_name: ' ' })).rejects.toMatchObject({
    code: 'profile.nameRequired',
  })
  await expect(
    ada.call(updateUserDetails, { first_name: 'Ada', thumbnail: 'https://example.org/a.png' }),
  ).rejects.toMatchObject({ code: 'profile.imageForeign' })
})

test('ACC-12 SET-02 checks a username from 4 characters, and keeps it unique regardless of case', async () => {
  const ada = await signIn(app, 'ada')
  const eve = await signIn(app, 'eve')
  const check = async (username: string) => {
    const response = await fetch(`${app.origin}/api/check-username`, {
      method: 'POST',
      headers: { authorization: `Bearer ${eve.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ username }),
    })
    const { status, message, data } = (await response.json()) as {
      status: number
      message: string
      data: { available: boolean }
    }
    return [status, message, data.available]
  }
  expect(await check('abc')).toEqual([200, '', false])
  expect(await check('night.owl')).toEqual([200, 'This username is available', true])
  await ada.call(updateUserDetails, { first_name: 'Ada', username: 'Night.Owl' })
  expect(await check('nIGHT.oWL')).toEqual([200, 'This username is taken', false])
  expect((await check('ночь1'))[2]).toBe(false)
  expect((await ada.call(checkUsername, { username: 'night.owl' })).available).toBe(true)
  for (const username of ['abc', '.dots', 'a b c d', 'x'.repeat(31)])
    await expect(eve.call(updateUserDetails, { first_name: 'Eve', username })).rejects.toMatchObject({
      code: 'profile.usernameInvalid',
    })
  // Of two concurrent requests one gets it.
  const both = await Promise.allSettled(
    [ada, eve].map(who => who.call(updateUserDetails, { first_name: 'X', username: 'The.Same' })),
  )
  expect(both.map(each => each.status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('ACC-12 ACC-02 resizes the profile image to a small square, and gives it a new address each time', async () => {
  const ada = await registered()
  expect((await sendImage(ada.browser, await picture(900, 300))).status).toBe(200)
  const first = (await ada.call(getUserData, {})).thumbnail
  expect(first).toMatch(/^\/profile-images\/[\w-]{22}$/)
  const shown = await fetch(app.origin + first)
  expect(shown.headers.get('content-type')).toBe('image/webp')
  const bytes = Buffer.from(await shown.arrayBuffer())
  const { width, height, exif } = await sharp(bytes).metadata()
  expect({ width, height, exif }).toEqual({ width: 256, height: 256, exif: undefined })

  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await picture(40, 40))]), 'me.jpg')
  const sent = await fetch(`${app.origin}/api/profile-image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}` },
    body: form,
  })
  const second = ((await sent.json()) as { data: { thumbnail: string } }).data.thumbnail
  expect(second).not.toBe(first)
  expect((await fetch(app.origin + first)).status).toBe(404)

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect((await sendImage(ada.browser, svg, 'image/svg+xml')).status).toBe(400)
  expect((await sendImage(ada.browser, Buffer.alloc(11_000_000))).status).toBe(413)
  expect((await sendImage(openBrowser(app), await picture(9, 9))).status).toBe(401)
  expect((await ada.call(readProfile, {})).thumbnail).toBe(second)
  expect((await ada.browser.post('/remove-profile-image')).status).toBe(200)
  expect((await ada.call(readProfile, {})).thumbnail).toBe('')
})

test('ACC-02 T03 an email confirms a new address; the server notifies the old one, and other sessions end', async () => {
  const ada = await registered()
  const other = await elsewhere(ada)
  const next = `new-${ada.email}`
  expect((await ada.browser.post('/change-email', { email: 'no address' })).status).toBe(400)
  expect((await ada.browser.post('/change-email', { email: ada.email })).body.code).toBe('SAME_EMAIL')
  expect((await ada.browser.post('/change-email', { email: next.toUpperCase() })).status).toBe(200)
  expect((await ada.call(getUserData, {})).email).toBe(ada.email)

  await ada.browser.post('/request-password-reset', { email: ada.email })
  const oldKey = await keyFor(ada.email, 'reset-password')
  const token = await keyFor(next)
  const otherBrowser = openBrowser(app)
  expect((await otherBrowser.post('/confirm-email', { token })).status).toBe(200)
  expect((await ada.call(getUserData, {})).email).toBe(next)
  expect((await other.get('/get-session')).body).toBeNull()
  expect(await mailTo(ada.email)).toContain(next)
  // A link works once, and one that was sent to the old address never.
  expect((await otherBrowser.post('/confirm-email', { token })).body.code).toBe('INVALID_TOKEN')
  const reset = { token: oldKey, newPassword: 'taken over by an old mail' }
  expect((await otherBrowser.post('/reset-password', reset)).status).toBe(400)
  await elsewhere({ email: next, password: ada.password })
})

test('ACC-02 a link to a new address expires, and reports an address with an account to its owner only', async () => {
  const ada = await registered()
  const eve = await registered()
  const taken = await ada.browser.post('/change-email', { email: eve.email })
  const free = await ada.browser.post('/change-email', { email: `x-${ada.email}` })
  expect(taken.body).toEqual(free.body)
  expect(await mailTo(eve.email)).toContain('You already have a Nestmark account')
  const token = await keyFor(`x-${ada.email}`)
  app.clock.now += 61 * minute
  try {
    expect((await ada.browser.post('/confirm-email', { token })).body.code).toBe('INVALID_TOKEN')
    // By now the sign-in is too old for this action.
    const late = await ada.browser.post('/change-email', { email: `y-${ada.email}` })
    expect([late.status, late.body.code]).toEqual([403, 'PROOF_NEEDED'])
    const wrong = { email: `y-${ada.email}`, password: 'a guess' }
    expect((await ada.browser.post('/change-email', wrong)).body.code).toBe('INVALID_PASSWORD')
    const right = { email: `y-${ada.email}`, password: ada.password }
    expect((await ada.browser.post('/change-email', right)).status).toBe(200)
    await mailsSent(app)
  } finally {
    app.clock.now -= 61 * minute
  }
})

test('ACC-12 T03 change-user-password requires the current one and ends every other session', async () => {
  const ada = await registered()
  const other = await elsewhere(ada)
  const change = (current_password: string, new_password: string) =>
    ada.call(changePassword, { current_password, new_password })
  await expect(change('', 'another horse')).rejects.toMatchObject({ code: 'profile.passwordWrong' })
  await expect(change('a guess', 'another horse')).rejects.toMatchObject({ code: 'profile.passwordWrong' })
  await expect(change(ada.password, 'short')).rejects.toMatchObject({ code: 'profile.passwordLength' })
  await expect(change(ada.password, 'password')).rejects.toMatchObject({ code: 'profile.passwordCommon' })
  await change(ada.password, 'another horse')
  expect((await other.get('/get-session')).body).toBeNull()
  expect(await ada.call(getProfile, {})).toMatchObject({ plan: 1 })
  await elsewhere({ email: ada.email, password: 'another horse' })
})

test('SET-06 the deletion of an account names what it deletes', async () => {
  const ada = await registered()
  const { _id: outer } = await ada.call(createCollection, { name: 'Outer' })
  const { _id: inner } = await ada.call(createCollection, { name: 'Inner', parent: outer })
  for (const parent of [outer, inner])
    await ada.call(saveLink, { name: 'Note', category: 4, desc: 'x', parent })
  const before = await ada.call(countAccount, {})
  expect(before).toMatchObject({ links: 2, shares: 0, files: 0, has_password: true, passkey: null })
  await ada.call(setPermissions, { folder_id: outer, read: 3, write: 0 })
  await ada.call(trashCollections, { folderIdArr: [inner] })
  const contents = await ada.call(countAccount, {})
  // The trash is deleted too.
  expect(contents).toEqual({ ...before, shares: 1 })
  expect((await ada.browser.get('/account-contents')).body).toEqual(contents)
})

test('SET-06 delete-account requires the password, also after a recent sign-in', async () => {
  const ada = await registered()
  await expect(ada.call(deleteAccount, {})).rejects.toMatchObject({ code: 'profile.proofNeeded' })
  expect((await ada.browser.post('/delete-account', {})).body.code).toBe('PROOF_NEEDED')
  app.clock.now += 11 * minute
  try {
    await expect(ada.call(deleteAccount, {})).rejects.toMatchObject({ code: 'profile.proofNeeded' })
    await expect(ada.call(deleteAccount, { password: 'a guess' })).rejects.toMatchObject({
      code: 'profile.passwordWrong',
    })
    await ada.call(deleteAccount, { password: ada.password })
    // The queued jobs must run at this clock time.
    await mailsSent(app)
  } finally {
    app.clock.now -= 11 * minute
  }
  await expect(ada.call(getProfile, {})).rejects.toMatchObject({ status: 401 })
  expect((await ada.browser.get('/get-session')).body).toBeNull()
  const again = await openBrowser(app).post('/sign-in/email', ada)
  expect(again.status).toBe(401)
  expect(await mailTo(ada.email)).toContain('deleted within 24 hours')
  // The address is available again.
  expect((await openBrowser(app).post('/sign-up/email', ada)).status).toBe(200)
})
