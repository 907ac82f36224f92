import { describe, expect, test } from 'vitest'
import { readAddLink } from './addLinkPayload.ts'

const page = 'https://example.org/a?x=1&y=ü#z'
const e = encodeURIComponent

describe('SAVE-16 the parameters of /add-link/', () => {
  test('SAVE-16 the bookmarklet: type, data and title', () => {
    expect(readAddLink('', `?type=3&data=${e(page)}&title=${e('A & B: 50% off')}`)).toEqual({
      category: 3,
      url: page,
      title: 'A & B: 50% off',
      fromApp: false,
    })
  })
  test('SAVE-16 by position: the first parameter is the category, the second the payload, with any names', () => {
    for (const [category, query] of [
      [1, `?c=1&u=${e(page)}`],
      [3, `?type=3&url=${e(page)}`],
      [3, `?3=3&q=${e(e(page))}`],
    ] as const)
      expect(readAddLink('', query)).toEqual({ category, url: page, fromApp: false })
  })
  test('SAVE-16 type 4 is a note: an encoded JSON object with an encoded text and a link', () => {
    const note = { text: e('50 % of “heat”\nmoves — דרך הקיר'), link: page }
    for (const payload of [e(JSON.stringify(note)), e(e(JSON.stringify(note)))])
      expect(readAddLink('', `?type=4&data=${payload}`)).toEqual({
        category: 4,
        desc: '50 % of “heat”\nmoves — דרך הקיר',
        url: page,
        fromApp: false,
      })
    expect(readAddLink('', `?type=4&data=${e('just 100% words')}`)).toEqual({
      category: 4,
      desc: 'just 100% words',
      fromApp: false,
    })
    for (const broken of ['{"text":', '[1]', '{"text":5,"link":["x"]}'])
      expect(readAddLink('', `?type=4&data=${e(broken)}`).url).toBeUndefined()
  })
  test('SAVE-16 any other type is a description; a lone address is also the link', () => {
    expect(readAddLink('', `?type=5&data=${e('A voice I know')}`)).toEqual({
      category: 5,
      desc: 'A voice I know',
      fromApp: false,
    })
    expect(readAddLink('', `?type=2&data=${e('https://vimeo.com/1')}`)).toMatchObject({
      category: 2,
      url: 'https://vimeo.com/1',
      desc: 'https://vimeo.com/1',
    })
    expect(readAddLink('', `?type=9&data=${e('words')}`)).toEqual({ desc: 'words', fromApp: false })
    expect(readAddLink('', '')).toEqual({ fromApp: false })
  })
  test('SAVE-16 T16 X01 accepts only http and https addresses, and does not truncate a long text', () => {
    for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/a.b', ' '])
      expect(readAddLink('', `?type=3&data=${e(bad)}`).url).toBeUndefined()
    expect(readAddLink('', `?type=3&data=${e('A remark about birds')}`).desc).toBe('A remark about birds')
    const long = readAddLink('', `?type=5&data=${'%F0%9F%AA%BA'.repeat(2600)}`)
    expect(long.desc).toBe('🪺'.repeat(2600))
    expect(long.desc!.isWellFormed()).toBe(true)
  })
  test('SAVE-16 the share menu: title, text and url, with the address often inside the text', () => {
    expect(readAddLink('app', `?title=Night+trains&text=${e(`Look at this ${page} soon`)}&url=`)).toEqual({
      url: page,
      title: 'Night trains',
      desc: 'Look at this  soon',
      fromApp: true,
    })
    expect(readAddLink('app', `?title=Night+trains&text=Night+trains&url=${e(page)}`)).toEqual({
      url: page,
      title: 'Night trains',
      fromApp: true,
    })
    expect(readAddLink('app', '?text=Only+words')).toEqual({ category: 4, desc: 'Only words', fromApp: true })
    expect(readAddLink('app', `?text=${e(`(see [A page](${page}_(b)))`)}`)).toEqual({
      url: `${page}_(b)`,
      desc: '(see A page)',
      fromApp: true,
    })
    expect(readAddLink('', `?type=3&data=${e(page)}&source=app`)).toMatchObject({
      category: 3,
      fromApp: true,
    })
  })
  test('SAVE-16 I06 unwraps wrapped addresses, and puts rejected ones in the text', () => {
    const reader = `about:reader?url=${e(page)}`
    for (const query of [
      `?type=3&data=${e(reader)}&title=A`,
      `?title=A&url=${e(reader)}`,
      `?title=A&text=${e(reader)}`,
    ])
      expect(readAddLink('', query)).toMatchObject({ url: page, title: 'A' })
    for (const query of [
      `?type=3&data=about:config&title=A`,
      '?title=A&url=about:config',
      '?title=A&text=about:config',
    ]) {
      const { url, title, desc } = readAddLink('', query)
      expect({ url, title, desc }).toEqual({ url: undefined, title: 'A', desc: 'about:config' })
    }
  })
})
