import { expect, test } from 'vitest'
import { parseRefresh } from './refresh.ts'

test.each([
  ['0;url=/real', '/real'],
  ['0; URL = "/real"', '/real'],
  [" 5.5 , url='/a b' x", '/a b'],
  ['1 /real', '/real'],
  ['0;url=/real ', '/real'],
  ['6;url=/real', undefined],
  ['600', undefined],
  ['0', undefined],
  ['0;url=', undefined],
  ['url=/real', undefined],
  ['', undefined],
  [undefined, undefined],
])('SCRP-05 %s moves to %s', (written, address) => expect(parseRefresh(written)).toBe(address))
