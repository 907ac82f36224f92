import { Refusal } from '@nestmark/contract/client'
import { getLink, updateLink } from '@nestmark/contract/links/links'
import { expect, test } from 'vitest'
import { startKeys } from './encryption/keys.testing.ts'
import { makeLink, makeTestKey, sealTestLink } from './encryption/testKeys.testing.ts'
import { createFakeServer } from './fakeServer.testing.ts'
import { createOpenCalls } from './openCalls.ts'

test('ENC-10 C06 opens links in answers and encrypts them in edits, and opens the version of another person in a refusal', async () => {
  const key = await makeTestKey('papers')
  const { keyRing, openAnswer, sealInput } = startKeys()
  keyRing.save([key.record], 0)
  const server = createFakeServer()
  const link = await sealTestLink(key, makeLink('a'))
  server.answer(getLink, () => ({ link, breadcrumb: [] }) as never)
  server.answer(updateLink, () => {
    const data = { link }
    throw new Refusal({ status: 409, code: 'links.changedElsewhere', message: 'It has changed.', data })
  })
  const client = createOpenCalls(server, openAnswer, { sealInput })
  expect((await client.call(getLink, { link_id: 'a' })).link).toMatchObject({
    name: 'name of a',
    isOpen: true,
  })
  const refusal = await client
    .call(updateLink, { link_id: 'a', version: 1, name: 'secret' })
    .catch((error: unknown) => error as Refusal)
  expect(refusal).toMatchObject({
    code: 'links.changedElsewhere',
    message: 'It has changed.',
    data: { link: { name: 'name of a' } },
  })
  expect(JSON.stringify(server.calls)).not.toContain('secret')
})
