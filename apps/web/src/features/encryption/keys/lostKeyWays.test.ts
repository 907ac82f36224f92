import { expect, test } from 'vitest'
import { listLostKeyWays } from './LostKey.tsx'

test('ENC-03 ENC-11 a lost key may be on another device, with a member, in a file or in a passkey', () => {
  const own = listLostKeyWays({ isOwner: true, hasPasskeys: false })
  expect(own).toHaveLength(4)
  for (const [at, part] of [/another device/i, /member/, /key file/i, /passkey/i].entries())
    expect(own[at]).toMatch(part)
})

test('ENC-03 ENC-12 a member can ask the owner for the key, and a passkey of the person comes first into question', () => {
  const [, person, file, passkey] = listLostKeyWays({ isOwner: false, hasPasskeys: true })
  expect(person).toMatch(/ask the owner/i)
  expect(file).not.toMatch(/you downloaded/i)
  expect(passkey).toMatch(/one of your passkeys/i)
})
