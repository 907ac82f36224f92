import { describe, expect, test } from 'vitest'
import { embedCases, playerCases } from './embedCases.testing.ts'
import { checkPlayer, findKnownPlayer, findPlayerAddress, findRedirectedPlayer } from './player.ts'
import { recognise } from './recognise.ts'

describe('the player of a page', () => {
  test('EMB-01 has a player here for every kind whose page it reads', () => {
    const keys = embedCases.filter(row => row[3] === 'page').map(row => recognise(row[0])!.key)
    expect([...new Set(keys)].sort()).toEqual(Object.keys(playerCases).sort())
  })

  test.each(Object.entries(playerCases))(
    'EMB-01 finds the player of %s in markup, scripts and JSON',
    (key, [src, shown]) => {
      const escaped = src.replaceAll('&', '&amp;')
      for (const page of [
        `<p>Text</p><iframe width="100%" src="${escaped}" height="150"></iframe>`,
        `<meta property="twitter:player" content='${src}'>`,
        `<input value="&lt;iframe src=&quot;${escaped}&quot; /&gt;">`,
        `<script>player = {"embed":"${src.replaceAll('/', '\\/').replaceAll('&', '\\u0026')}"}</script>`,
        JSON.stringify({ html: `<iframe src="${src}" width="500"></iframe>` }),
      ])
        expect(findPlayerAddress(key, page), page).toBe(shown)
    },
  )

  test('X06 finds no player of another site or in another place', () => {
    for (const [key, [src]] of Object.entries(playerCases)) {
      const evil = src.replace(/\/\/[^/]+/, '//evil.example')
      expect(findPlayerAddress(key, `<iframe src="${evil}">`)).toBeNull()
      expect(
        findPlayerAddress(key, `<iframe src="https://evil.example/?u=${src.replace('//', '%2F%2F')}">`),
      ).toBeNull()
      expect(findPlayerAddress('youtube', `<iframe src="${src}">`)).toBeNull()
    }
    expect(findPlayerAddress('npr', '<a href="https://www.npr.org/player/embed/1/../../evil">')).toBeNull()
  })

  test('X06 stops on a page with very many candidates', () => {
    const wrong = '<a href="https://www.npr.org/sections/news/">'.repeat(200_000)
    expect(findPlayerAddress('npr', `${wrong}<iframe src="${playerCases.npr![0]}">`)).toBeNull()
  })

  test('EMB-01 a short address has the player of the address to which it redirects', () => {
    const map = 'https://www.google.com/maps/place/Eiffel+Tower/@48.8583701,2.2944813,17z'
    const consent = `https://consent.google.com/ml?continue=${encodeURIComponent(map)}`
    const player = findRedirectedPlayer([map, consent])
    expect(player).toMatchObject({ key: 'googleMaps' })
    expect(findKnownPlayer('https://maps.app.goo.gl/AbCdEf123', player!)).toContain('q=Eiffel+Tower')
    expect(findRedirectedPlayer(['https://example.org/'])).toBeNull()
  })

  test('X06 gives a link only the player for its site', () => {
    const npr = { key: 'npr', address: playerCases.npr![1] }
    expect(findKnownPlayer('https://spotify.link/abcDEF', npr)).toBe('')
    expect(findKnownPlayer('https://www.youtube.com/watch?v=dQw4w9WgXcQ', { ...npr, key: 'youtube' })).toBe(
      '',
    )
    expect(findKnownPlayer('https://www.npr.org/2023/01/02/1146456789/some-story', npr)).toBe(
      playerCases.npr![1],
    )
    expect(findKnownPlayer('https://www.npr.org/2023/01/02/1146456789/some-story', undefined)).toBe('')
  })

  test('X06 IO-03 takes the player of a file when it is one of the site of the link', () => {
    for (const [address, , , embed] of embedCases.filter(row => row[3] === 'page')) {
      const { key } = recognise(address)!
      const [src, shown] = playerCases[key]!
      expect(checkPlayer(address, shown), embed ?? '').toBe(shown)
      expect(checkPlayer(address, src.replace(/\/\/[^/]+/, '//evil.example'))).toBe('')
      expect(checkPlayer('https://www.youtube.com/watch?v=dQw4w9WgXcQ', shown)).toBe('')
    }
    const map = 'https://maps.google.com/maps?q=Berlin&output=embed'
    expect(checkPlayer('https://maps.app.goo.gl/AbCdEf123', map)).toBe(map)
    expect(checkPlayer('https://maps.app.goo.gl/AbCdEf123', playerCases.npr![1])).toBe('')
  })
})
