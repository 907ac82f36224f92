import { describe, expect, test } from 'vitest'
import { doc, embedCases } from './embedCases.testing.ts'
import { embedHosts, recognise } from './recognise.ts'
import { parseStartSeconds } from './video.ts'

describe('recognise', () => {
  test.each(embedCases)('EMB-01 SAVE-21 recognises %s as %s-%s', (address, category, subCategory, embed) => {
    const found = recognise(address)
    expect(found).toMatchObject({ category, subCategory })
    if (embed === 'page' || embed === 'redirect')
      expect(found).toMatchObject({ needsLookup: true, lookup: embed })
    else expect(found?.embed ?? null).toBe(embed)
  })

  test('EMB-01 covers all codes of the specification and lists exactly the recognised hosts', () => {
    const codes = (category: number) =>
      [...new Set(embedCases.filter(row => row[1] === category).map(row => String(row[2])))].sort()
    expect(codes(1)).toEqual(['1', '3'])
    expect(codes(2)).toEqual(['1', '10', '2', '7', '9'])
    expect(codes(4)).toEqual(['3', '5'])
    expect(codes(5)).toEqual(
      [
        '1',
        '3',
        '4',
        '5',
        '6',
        '7',
        '8',
        '9',
        '10',
        '11',
        '12',
        '13-1',
        '13-2',
        '14-1',
        '14-2',
        '16',
        '20',
      ].sort(),
    )
    const seen = new Set([...embedCases.map(row => recognise(row[0])?.key), 'videoFile'])
    expect(embedHosts.map(host => host.key).sort()).toEqual([...seen].sort())
    expect(embedHosts.every(host => host.label !== '')).toBe(true)
  })

  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90', 'start=90'],
    ['https://youtu.be/dQw4w9WgXcQ?t=1h2m3s', 'start=3723'],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=2m', 'start=120'],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ?start=7', 'start=7'],
    ['https://vimeo.com/76979871#t=1m30s', '#t=90s'],
    ['https://www.dailymotion.com/video/x7tgad0?start=60', 'startTime=60'],
  ])('EMB-02 retains the start time of %s', (address, startTime) => {
    expect(recognise(address)?.embed).toContain(startTime)
  })

  test('EMB-02 parses start times in all common formats', () => {
    expect(
      ['90', '90s', '1m30s', '1:30', '01:02:03', '1.5s', '', 'x', '-5', null].map(parseStartSeconds),
    ).toEqual([90, 90, 90, 90, 3723, 1, 0, 0, 0, 0])
  })

  test.each([
    [`https://docs.google.com/document/d/${doc}/view`, `https://docs.google.com/document/d/${doc}/preview`],
    [
      `https://docs.google.com/spreadsheets/d/${doc}/edit#gid=0`,
      `https://docs.google.com/spreadsheets/d/${doc}/preview`,
    ],
    [
      `https://docs.google.com/presentation/u/1/d/${doc}/edit?slide=x`,
      `https://docs.google.com/presentation/d/${doc}/preview`,
    ],
    [`https://docs.google.com/document/d/${doc}`, `https://docs.google.com/document/d/${doc}/preview`],
    [
      `https://docs.google.com/document/d/e/${doc}/pub`,
      `https://docs.google.com/document/d/e/${doc}/pub?embedded=true`,
    ],
  ])('EMB-03 %s becomes its preview', (address, embed) => {
    expect(recognise(address)).toMatchObject({ category: 4, subCategory: 3, embed })
  })

  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 1, 1],
    ['https://example.com/film.mp4', 2, 2],
    ['https://example.com/film.3GP?x=1', 2, 3],
    ['https://example.com/a/film.webm#t=1', 2, 4],
  ])(
    'SCRP-04 recognises %s as a video of subCategory %s and type %s',
    (address, subCategory, linkVideoType) => {
      expect(recognise(address)).toMatchObject({ category: 2, subCategory, linkVideoType })
    },
  )

  test('EMB-04 returns null for unrecognised addresses', () => {
    for (const address of [
      '',
      'https://example.com/',
      'https://www.youtube.com/',
      'https://www.youtube.com/@channel',
      'https://vimeo.com/about',
      'https://www.google.com/search?q=maps',
      'https://mail.google.com/maps/@1,2,3z',
      'https://docs.google.com/forms/d/x/edit',
      'https://soundcloud.com/discover',
      'https://x.com/someone',
      'https://en.wikipedia.org/wiki/File:Tower.jpg',
      'https://github.com/a/b/blob/main/logo.png',
      'javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ',
    ])
      expect(recognise(address), address).toBeNull()
  })
})
