import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { ChapterBody } from './chapterBody.ts'
import { escapeXml } from './xmlText.ts'

/** Returns the XHTML of an article. */
function convert(html: string): string {
  let pictures = 0
  const body = new ChapterBody(() => `images/${++pictures}.png`)
  for (const part of html.match(/[^]{1,7}/g) ?? []) body.write(part)
  return body.end()
}

test('IO-02 blocks end the text around them, and lists and tables get what they lack', () => {
  expect(convert('<p>One<div>Two</div>Three</p>')).toBe('<p>One</p><div>Two</div>Three')
  expect(convert('<span><em>One<p>Two</p></em></span>')).toBe('<em>One</em><p>Two</p>')
  expect(convert('<ul>One<p>Two</p><li>Three</ul>')).toBe('<ul><li>One<p>Two</p></li><li>Three</li></ul>')
  expect(convert('<p>One<li>Two')).toBe('<p>One</p><ul><li>Two</li></ul>')
  expect(convert('<table><td colspan="2" class="x">1<tr>2</table>')).toBe(
    '<table><tr><td colspan="2">1</td></tr><tr><td>2</td></tr></table>',
  )
  expect(convert('<a href="https://a.example/">One <a href="https://b.example/">two</a></a>')).toBe(
    '<a href="https://a.example/">One </a><a href="https://b.example/">two</a>',
  )
  expect(convert('<pre>a\n  <div>b</div><code>c</code></pre>')).toBe('<pre>a\n  b<code>c</code></pre>')
})

test('X04 scripts, styles, events and addresses of programs stay out of a book', () => {
  expect(
    convert(
      '<script>alert(1)</script><style>p{}</style><p onclick="x()" style="y">a<a href="javascript:1">b</a><img src="https://t.example/1.png"><svg><p>c</p></svg></p>',
    ),
  ).toBe('<p>a<a>b</a></p>')
  expect(convert('<a href="https://a.example/[x]?a=1&b={2}">a</a>')).toBe(
    '<a href="https://a.example/%5Bx%5D?a=1&#38;b=%7B2%7D">a</a>',
  )
  expect(escapeXml('a\0\b\ud800<b>"')).toBe('a\ufffd&#60;b&#62;&#34;')
})

test('IO-02 pictures of an article become files', () => {
  const found: unknown[] = []
  const body = new ChapterBody(picture => `images/${found.push(picture)}.png`)
  body.write(
    '<figure><img alt="A &quot;nest&quot;" src="data:image/png;base64,aGk="><figcaption>Nest</figcaption>',
  )
  expect(body.end()).toBe('<div><img src="images/1.png" alt="A &#34;nest&#34;"/><div>Nest</div></div>')
  expect(found).toEqual([{ mediaType: 'image/png', data: 'aGk=' }])
})

const names = 'p div ul li table tr td a em pre blockquote h2 span figure br img dl dt dd script b'.split(' ')

/** The elements that may be directly inside of an element. */
const allowed: Record<string, RegExp> = {
  ul: /^li$/,
  table: /^tr$/,
  tr: /^t[dh]$/,
  p: /^(a|em|b|br|img|code)$/,
  h2: /^(a|em|b|br|img|code)$/,
  pre: /^(a|em|b|br|img|code)$/,
  a: /^(em|b|br|img|code)$/,
}

test('I06 any HTML becomes well-formed XHTML with a valid nesting', () => {
  const tag = fc.oneof(
    fc.constantFrom(...names).map(name => `<${name}>`),
    fc.constantFrom(...names).map(name => `</${name}>`),
    fc.constantFrom('text', ' ', '<', '&amp;', '<img src="data:image/png;base64,aGk=">'),
  )
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 40 }), tags => {
      const xhtml = convert(tags.join(''))
      const open: string[] = []
      new Parser(
        {
          onopentag(name) {
            const parent = open.at(-1) ?? 'body'
            if (allowed[parent]) expect(name, xhtml).toMatch(allowed[parent])
            if (name === 'a') expect(open, xhtml).not.toContain('a')
            if (name === 'li') expect(parent, xhtml).toBe('ul')
            if (name === 'tr') expect(parent, xhtml).toBe('table')
            if (name === 'td') expect(parent, xhtml).toBe('tr')
            open.push(name)
          },
          onclosetag(name, implied) {
            expect([open.pop(), implied && !/^(br|hr|img)$/.test(name)], xhtml).toEqual([name, false])
          },
          ontext(text) {
            if (text.trim() !== '') expect(['ul', 'table', 'tr']).not.toContain(open.at(-1))
          },
        },
        { xmlMode: true },
      ).end(xhtml)
      expect(open).toEqual([])
    }),
  )
})
