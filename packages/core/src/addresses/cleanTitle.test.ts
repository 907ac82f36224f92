import { expect, test } from 'vitest'
import { removeFromTitle, removeSiteName } from './cleanTitle.ts'

test.each([
  ['Bread – Example Blog', 'https://www.example.com/bread', 'Bread'],
  ['Bread | Food | Example', 'https://example.com/bread', 'Bread | Food'],
  ['Bread - Wikipedia', 'https://en.wikipedia.org/wiki/Bread', 'Bread'],
  ['How to bake - YouTube', 'https://m.youtube.com/watch?v=1', 'How to bake'],
  ['GitHub - nest/mark: Bookmarks', 'https://github.com/nest/mark', 'nest/mark: Bookmarks'],
  ['Storm ahead - BBC News', 'https://www.bbc.co.uk/news/1', 'Storm ahead'],
  ['Storm ahead | The Guardian', 'https://www.theguardian.com/a', 'Storm ahead'],
  ['Somebody on X: “Hello” / X', 'https://x.com/a/1', 'Somebody on X: “Hello”'],
  ['Sauerteig | bäckerei.example', 'https://xn--bckerei-5wa.example/a', 'Sauerteig | bäckerei.example'],
  ['Bread · example.com', 'https://example.com/', 'Bread'],
])('removes the name of the site from %s', (title, address, expected) => {
  expect(removeSiteName(title, address)).toBe(expected)
})

test.each([
  ['Bread', 'https://example.com/'],
  ['Example', 'https://example.com/'],
  ['– Example', 'https://example.com/'],
  ['Bread - YouTube tips', 'https://youtube.com/a'],
  ['Why Example fails', 'https://example.com/'],
  ['Bread - Example', 'https://other.org/'],
  ['Bread - Example', ''],
  ['A - co', 'https://bakery.co.uk/'],
])('leaves %s as it is', (title, address) => {
  expect(removeSiteName(title, address)).toBe(title)
})

test.each([
  ['Bread (official)', '(official)', 'Bread'],
  ['Official: Bread', 'Official', 'Bread'],
  ['A new loaf of a new bread', 'new ', 'A loaf of a bread'],
  ['Bread - Bakers - Shop', 'Bakers - Shop', 'Bread'],
  ['Bread', 'Bread', 'Bread'],
  ['Bread', 'bread', 'Bread'],
  ['C++ in depth', 'in depth', 'C++'],
])('removes a text from %s', (title, text, expected) => {
  expect(removeFromTitle(title, text)).toBe(expected)
})
