import type { SuggestedLink } from '@nestmark/contract/sharing/suggestions'
import { beforeEach, expect, test } from 'vitest'
import { keyRing } from '../../lib/encryption/keyRing.ts'
import { openLinkTexts } from '@nestmark/client/encryption/linkTexts'
import { makeLink, makeTags, makeTestKey, type TestKey } from '@nestmark/client/encryption/testKeys.testing'
import { fakePage, readOverlay } from '../../lib/fakePage.testing.ts'
import { overlays } from '../../lib/overlays/overlay.ts'
import { fakeEntering } from '../encryption/entering/entering.testing.ts'
import { sealSuggestions } from './sealSuggestions.ts'

let papers: TestKey
beforeEach(async () => {
  fakePage()
  papers = await makeTestKey('papers')
  keyRing.save([papers.record], 0)
})

const suggest = (id: string, part: object = {}) =>
  ({ ...makeLink(id, { tags: makeTags('reed') }), sugg_id: id, parent_enc: 1, ...part }) as SuggestedLink

test('ENC-07 SUG-03 encrypts the link of a suggestion before it sends its approval', async () => {
  fakeEntering(papers, [], { hidesTags: true })
  const answer = await sealSuggestions([
    suggest('a'),
    suggest('b', { parent: 'desk', parent_enc: undefined }),
  ])
  expect(answer?.plain).toBeUndefined()
  expect(answer?.sealed).toMatchObject([{ sugg_id: 'a' }])
  const { _id, enc_check_list: _, ...texts } = answer!.sealed![0]!
  expect(await openLinkTexts(papers.key, _id, { ...texts, thumbnail: '' })).toMatchObject({
    name: 'name of a',
    desc: 'text of a\n#reed',
    link: 'https://example.org/a',
  })
})

test('ENC-07 without the key the page asks for it, and offers plain text as another choice', async () => {
  fakeEntering(papers, [])
  keyRing.clear()
  const approving = sealSuggestions([suggest('a')])
  await expect.poll(() => overlays.get().length).toBe(1)
  readOverlay('unlock').withoutKey?.run()
  expect(await approving).toEqual({ plain: 1 })
  overlays.set([])
  const cancelled = sealSuggestions([suggest('a')])
  await expect.poll(() => overlays.get().length).toBe(1)
  overlays.set([])
  expect(await cancelled).toBeNull()
})
