import { expect, test } from 'vitest'
import { toAccountsTexts } from './accountsWithoutEmail.ts'
import { shareTexts } from '../sharing/share.ts'

/** Returns all texts below a value; of a function, with an example. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function')
    return listTexts((value as (example: string) => unknown)('ada@example.org'))
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(listTexts)
}

const promises =
  /\bwe(’ll| just)? (just )?sen[dt]\b|\bemail (me|you)\b|check your email|sent again|send the link|send a new link/i

test('ACC-02 a server without email never says that it sent one, and says where the letter is', () => {
  const texts = toAccountsTexts(false)
  expect(listTexts(texts).filter(text => promises.test(text))).toEqual([])
  const address = 'ada@example.org'
  for (const text of [
    texts.login.linkSent(address),
    texts.register.checkLine(address),
    texts.forgot.sentLine(address),
    texts.profile.emailSent(address),
    texts.errors.notVerified,
    shareTexts.invitationWritten,
  ])
    expect(text).toMatch(/no email.*outbox/)
})

test('ACC-02 a server with email says that it sent it', () => {
  const texts = toAccountsTexts(true)
  expect(texts.forgot.sentLine('ada@example.org')).toContain('we sent it a link')
  expect(listTexts(texts).filter(text => promises.test(text)).length).toBeGreaterThan(8)
})
