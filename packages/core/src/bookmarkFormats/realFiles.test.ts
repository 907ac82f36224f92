import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { describeEvents, readFile } from './formats.testing.ts'

const read = async (name: string) =>
  describeEvents(await readFile(new Uint8Array(readFileSync(new URL(`./fixtures/${name}`, import.meta.url)))))
/** Returns the links, without dates and marks. */
const linksOf = (lines: readonly string[]) =>
  lines.flatMap(line => /^\s*[^!+=~-].*? <https?:[^>]*>/.exec(line)?.[0].trim() ?? []).toSorted()

describe('IO-03 files as programs of Debian 12 wrote them', () => {
  test('IO-03 Firefox ESR 153: both backups and the HTML have the same links', async () => {
    const backup = await read('firefox-esr-153-backup.json')
    expect(await read('firefox-esr-153-backup.jsonlz4')).toEqual(backup)
    expect(backup).toContain(
      `      A & B "c" <x> it's <https://example.org/?a=1&b=%22q%22> #Größe & "q" #a #b #two words @1614834369 key=k`,
    )
    expect(backup.at(-1)).toBe('separators 2')
    const html = linksOf(await read('firefox-esr-153-export.html'))
    // The HTML lacks the phone's, and writes a tab where the backup has a space.
    const others = linksOf(backup).filter(each => !each.startsWith('On the phone'))
    expect(html.map(each => each.replace('\t', ' '))).toEqual(others)
  })

  test('IO-03 Chromium 156: the profile file and the HTML have the same links', async () => {
    const profile = await read('chromium-156-profile-Bookmarks.json')
    expect(profile.slice(0, 6)).toEqual([
      '= chromiumJson',
      '+ Bookmarks bar',
      '  + Dev & Tools',
      '    + Web <HTML>',
      `      Tom & "Jerry" <x> it's <https://example.org/?a=1&b=%22q%22> @1795901230.605`,
      '      Same page <https://example.org/same> @1795901230.607',
    ])
    expect(profile).toContain('    + Someday (empty)')
    const html = linksOf(await read('chromium-156-export.html'))
    // Chromium writes `&amp;` of an address as it is, and reads it as `&`.
    expect(linksOf(profile).map(each => each.replace('&amp;', '&'))).toEqual(html)
  })

  test('IO-03 Falkon 22.12: notes and keywords of the profile file', async () => {
    const profile = await read('falkon-22.12-profile-bookmarks.json')
    expect(profile).toContain(
      `      Tom & "Jerry" <x> it's <https://example.org/?a=1&b=%22q%22> key=k "A note with & and <b>/second line"`,
    )
    expect(profile).toContain('    + Web <HTML> "Folder note"')
  })

  test('IO-03 buku 4.7: its HTML, Markdown and XBEL have the same links', async () => {
    const markdown = await read('buku-4.7-export.md')
    expect(markdown[1]).toBe('A & B <c> "d" <https://example.org/?a=1&b="q"> #a #alpha #two words #zeta')
    expect(markdown.slice(1).map(each => each.replace(/^Untitled/, 'https://example.org/untitled'))).toEqual(
      (await read('buku-4.7-export.xbel')).slice(1),
    )
    expect(await read('buku-4.7-export.html')).toHaveLength(6)
  })

  test('IO-03 ELinks 0.13, newsboat 2.21 and lynx 2.9', async () => {
    expect(await read('elinks-0.13.2-bookmarks.tsv')).toEqual([
      '= elinks',
      '+ Dev & <Tools>',
      '  Tom & "Jerry" <x> <http://127.0.0.1:3226/jerry?a=1&b=2>',
      '  + Inner',
      '    Deep <http://127.0.0.1:3226/zh>',
      'Same <http://127.0.0.1:3226/same>',
      'Same page <http://127.0.0.1:3226/same?a=1&b=2">',
      'separators 1',
    ])
    expect(await read('newsboat-2.21-export.opml')).toEqual([
      '= opml',
      'My & <title> <http://127.0.0.1:3226/feed.xml>',
      'http://127.0.0.1:3226/feed2.xml?a=1&b=2 <http://127.0.0.1:3226/feed2.xml?a=1&b=2>',
    ])
    expect(linksOf(await read('lynx-2.9.0dev12-bookmarks.html'))).toHaveLength(6)
  })
})
