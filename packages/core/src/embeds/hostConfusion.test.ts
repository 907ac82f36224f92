import { describe, expect, test } from 'vitest'
import { embedCases } from './embedCases.testing.ts'
import { isHost } from './host.ts'
import { hosts } from './hosts.ts'
import { validatePlayerAddress } from './player.ts'
import { frameHosts, recognise } from './recognise.ts'

const sites = hosts.flatMap(row => row.hosts)

describe('X06 rejects look-alike hosts', () => {
  const tail = (address: string) => address.replace(/^(?:https?:\/\/)?[^/]+/, '')
  const hostIn = (address: string) =>
    new URL(address.includes('://') ? address : `http://${address}`).hostname

  test.each(embedCases.map(row => row[0]))('X06 look-alikes of %s', address => {
    const [host, rest] = [hostIn(address), tail(address)]
    const site = sites.find(known => isHost(host, known)) ?? host
    for (const evil of [
      `https://not${site}${rest}`,
      `https://${host.replaceAll('.', '-')}.example${rest}`,
      `https://${host}.${rest}`,
      `https://${host}.evil.example${rest}`,
      `https://${host}@evil.example${rest}`,
      `https://evil.example/${host}${rest}`,
      `https://evil.example/?u=https://${host}${rest}`,
      `https://evil.example/#https://${host}${rest}`,
      `https://evil.example\\@${host}${rest}`,
      `https://${host}:8443${rest}`,
    ]) {
      const found = recognise(evil)
      expect(['imageFile', undefined], evil).toContain(found?.key)
    }
  })

  test('X06 every player is https, on a host of its row, and built only from the id', () => {
    for (const [address] of embedCases) {
      const found = recognise(address)
      if (found?.embed === undefined) continue
      const url = new URL(found.embed)
      expect(url.protocol).toBe('https:')
      expect(hosts.find(row => row.key === found.key)?.frames).toContain(url.hostname)
      expect(frameHosts).toContain(url.hostname)
      expect(found.embed).not.toMatch(/[<>"'\s]/)
    }
  })

  test('X06 rejects an id that contains markup or a path', () => {
    for (const address of [
      'https://www.youtube.com/watch?v="><script>1</script>',
      'https://youtu.be/..%2F..%2Fevil12',
      'https://www.youtube.com/embed/dQw4w9WgXcQ%22onload%3D',
      'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQ%2F',
      'https://vimeo.com/76979871%27',
      'https://docs.google.com/document/d/..%2F..%2F..%2F..%2Fforms/edit',
    ])
      expect(recognise(address), address).toBeNull()
    expect(recognise('https://www.google.com/maps/place/%22%3E%3Cscript%3E')?.embed).not.toMatch(/[<>"]/)
  })

  test('X06 accepts only the known player of a looked-up page, and rebuilds its address', () => {
    expect(
      validatePlayerAddress('podbean', '//www.podbean.com/player-v2/?i=abcde-123456-pb&from=x"onload=1'),
    ).toBe('https://www.podbean.com/player-v2/?i=abcde-123456-pb')
    expect(
      validatePlayerAddress(
        'reverbnation',
        'https://www.reverbnation.com/widget_code/html_widget/artist_3796072?widget_id=55&pwc[song_ids]=30572216&x=<b>',
      ),
    ).toBe(
      'https://www.reverbnation.com/widget_code/html_widget/artist_3796072?widget_id=55&pwc%5Bsong_ids%5D=30572216',
    )
    expect(validatePlayerAddress('npr', 'https://www.npr.org/player/embed/1/../../evil')).toBeNull()
    expect(
      validatePlayerAddress('npr', 'https://www.npr.org.evil.example/player/embed/1146456789/1146456790'),
    ).toBeNull()
    expect(validatePlayerAddress('npr', 'javascript:alert(1)')).toBeNull()
    expect(validatePlayerAddress('hearthis', 'https://app.hearthis.at:444/embed/4713723/')).toBeNull()
    expect(validatePlayerAddress('youtube', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')).toBeNull()
    expect(validatePlayerAddress('nobody', 'https://www.npr.org/')).toBeNull()
  })

  test('X06 every row that looks up a page defines its player', () => {
    const reads = new Set(embedCases.filter(row => row[3] === 'page').map(row => recognise(row[0])?.key))
    for (const key of reads) expect(hosts.find(row => row.key === key)?.player, key).toBeDefined()
  })
})
