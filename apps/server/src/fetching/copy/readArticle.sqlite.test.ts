import { parseDocument } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { embedPictures, listPictures } from './articlePictures.ts'
import { readArticle } from './readArticle.ts'

const address = 'https://site.example/a/b.html'
const words = 'The heron stood in the shallow water and waited for the fish, as herons do. '
const read = (inside: string) =>
  readArticle(`<title>T</title><article><p>${words.repeat(20)}</p>${inside}</article>`, address, true)

interface Node {
  name?: string
  attribs?: Record<string, string>
  children?: Node[]
}
const elements = (html: string): Node[] => {
  const list = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(list)]
  return list(parseDocument(html) as unknown as Node).filter(node => node.name !== undefined)
}

test('X02 an article has only allowed elements and attributes, regardless of the page', () => {
  const { kind, html } = read(`
    <p onclick="x()" style="color:red" class="c" id="one">a<script>x()</script><b data-x="1">b</b></p>
    <p><a href="javascript:x()">c</a><a href="#one">d</a><a href="../e" onclick=x>e</a></p>
    <svg><script>x()</script></svg><math><mi xlink:href="javascript:x">m</mi></math><style>p{}</style>
    <iframe src="https://evil.example"></iframe><object data="x"></object><form action="x"><input></form>
    <p>&lt;img src="x" onerror=y&gt; <img src="javascript:x"><img src="/p.png" onerror="x" srcset="/p2.png 2x">
    <img src="/t.gif" width=1 height=1><custom-element>text</custom-element></p>`)
  expect(kind).toBe('article')
  const found = elements(html)
  expect(found.length).toBeGreaterThan(5)
  for (const { name, attribs = {} } of found) {
    expect(['div', 'section', 'article', 'p', 'b', 'a', 'img', 'code']).toContain(name)
    for (const [key, value] of Object.entries(attribs)) {
      expect(['id', 'href', 'src', 'target', 'rel', 'alt']).toContain(key)
      if (key === 'href' || key === 'src') expect(value).toMatch(/^(https:\/\/site\.example\/|#article-)/)
      if (key === 'id') expect(value).toMatch(/^article-/)
    }
  }
  expect(html).toContain('<a href="#article-one">d</a>')
  expect(html).toContain('&lt;img src="x" onerror=y&gt;')
  expect(listPictures(html)).toEqual(['https://site.example/p2.png'])
})

test('embeds pictures of an article, and removes the addresses of the others', () => {
  const html = '<p>a</p><img src="https://h.example/a?x=1&amp;y" alt="A"><img src="https://h.example/b">'
  expect(listPictures(html)).toEqual(['https://h.example/a?x=1&y', 'https://h.example/b'])
  const findPicture = (of: string) => (of.endsWith('y') ? 'data:image/png;base64,AAAA' : null)
  expect(embedPictures(html, { findPicture })).toBe(
    '<p>a</p><img src="data:image/png;base64,AAAA" alt="A"><img>',
  )
})

test('the text of an article has one line for each block', () => {
  const { text } = read('<ul><li>One <i>two</i></li><li>three</li></ul><pre>  x\n   y</pre>')
  expect(text.split('\n').slice(1)).toEqual(['One two', 'three', 'x', 'y'])
})

test.each([
  ['<html lang="ar">', 'rtl'],
  ['<html lang="ar" dir="ltr">', 'ltr'],
  ['<html lang="de">', 'ltr'],
  ['<html>', 'ltr'],
])('the direction of %s is %s', (start, dir) => {
  const html = `${start}<title>T</title><article><p>${words.repeat(20)}</p></article>`
  expect(readArticle(html, address, true).dir).toBe(dir)
})

test('reads a page of character references, or of very many siblings, in linear time', () => {
  const references = read(`<p>${'&amp'.repeat(125_000)}</p>`)
  expect(references.kind).toBe('article')
  expect(references.text).toContain('&'.repeat(125_000))
  for (const sibling of ['<i>x</i>', '<p>x, y</p>', 'x<br>', '<a href="x">y</a>'])
    expect(read(sibling.repeat(6_000)).kind).toBe('text')
  expect(read('<p>x, y</p>'.repeat(2_000)).kind).toBe('article')
})

test.each(['noscript', 'template'])('does not take the title of an article from %s', name => {
  const html = `<${name}><title>Turn it on</title></${name}><title>Herons</title><article><p>${words.repeat(20)}</p></article>`
  expect(readArticle(html, address, true)).toMatchObject({ kind: 'article', title: 'Herons' })
  expect(readArticle(html, address, false)).toMatchObject({ kind: 'text', title: 'Herons' })
})

test('omits the heading that repeats the title from the article, in any script', () => {
  for (const [title, word] of [
    ['Turf houses of the north', 'sod '],
    ['מבני עפר בצפון', 'אדמה '],
    ['Торфяные дома севера', 'дёрн '],
    ['北の芝土の家', '芝土'],
  ] as const) {
    const text = `<p>${word.repeat(120)}.</p>`.repeat(4)
    const { html, kind } = readArticle(
      `<title>${title}</title><article><h1>${title}</h1>${text}<h2>${word}</h2>${text}</article>`,
      address,
      true,
    )
    expect(kind).toBe('article')
    expect(elements(html).filter(({ name }) => name?.startsWith('h'))).toHaveLength(1)
  }
})

describe('formulas', () => {
  const math = (inside: string) => `<math xmlns="http://www.w3.org/1998/Math/MathML">${inside}</math>`
  const square = '<msup><mi>x</mi><mn>2</mn></msup>'
  const annotated = math(
    `<semantics><mrow>${square}</mrow><annotation encoding="application/x-tex">x^2</annotation></semantics>`,
  )
  test.each([
    ['MathML', math(square)],
    ['MathML with TeX', annotated],
    [
      'KaTeX',
      `<span class="katex"><span class="katex-mathml">${annotated}</span><span class="katex-html" aria-hidden="true">x2</span></span>`,
    ],
    [
      'MathJax 2',
      '<span class="MathJax_Preview">x2</span><span class="MathJax">x2</span><script type="math/tex">x^2</script>',
    ],
    ['a MathJax script that did not run', '<script type="math/tex; mode=display">x^2</script>'],
    ['AsciiMath', '<script type="math/asciimath">x^2</script>'],
    [
      'LaTeXML',
      annotated.replace('<annotation', '<annotation-xml><ci>x</ci><cn>2</cn></annotation-xml><annotation'),
    ],
    [
      'MathJax 3',
      `<mjx-container class="MathJax"><mjx-math aria-hidden="true">x2</mjx-math><mjx-assistive-mml>${math(square)}</mjx-assistive-mml></mjx-container>`,
    ],
    [
      'MediaWiki',
      `<span class="mwe-math-element"><span style="display: none">${math(square).replace('<math', '<math alttext="{\\displaystyle x^2}"')}</span><img src="x.svg" class="mwe-math-fallback-image-inline" alt="x2"></span>`,
    ],
  ])('a formula of %s appears once', (_origin, formula) => {
    const { kind, html } = read(`<p>Sum ${formula} end.</p>`)
    expect(kind).toBe('article')
    expect(html).toContain('<p>Sum <code>x^2</code> end.</p>')
  })
  test('writes MathML without TeX in one line', () => {
    const inside =
      '<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac><mo>=</mo><msqrt><msub><mi>x</mi><mn>10</mn></msub></msqrt>'
    expect(read(`<p>${math(inside)}</p>`).html).toContain('<code>(a+b)/c=√(x_(10))</code>')
  })
  test('a formula of KaTeX without MathML keeps its symbols', () => {
    const formula = '<span class="katex"><span class="katex-html" aria-hidden="true">x2</span></span>'
    expect(read(`<p>Sum ${formula} end.</p>`).text).toMatch(/Sum x2 end\.$/)
  })
  test('a formula that does not end does not hide the rest', () => {
    expect(read('<p>One <math><mi>x</mi><p>Two').text).toMatch(/One x\nTwo$/)
    expect(read('<p>One <math><annotation-xml><ci>x</math> Two').text).toMatch(/One +Two$/)
  })
})

describe('code', () => {
  const lines = 'def f():\n    return 1'
  test.each([
    [
      'line numbers in the code',
      '<pre><span class="linenos">1</span>def f():\n<span class="ln"> 2</span>    return 1</pre>',
    ],
    [
      'line numbers of React',
      '<pre><span class="linenumber react-line-number">1</span>def f():\n<span class="linenumber">2</span>    return 1</pre>',
    ],
    [
      'a table with line numbers',
      `<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td><pre>${lines}</pre></td></tr></table>`,
    ],
    [
      'lines in block elements',
      '<pre><code><span class="line">def f():</span><span class="line">    return 1</span></code></pre>',
    ],
    [
      'lines by style',
      '<pre><span style="display:block">def f():</span><span style="display:block">    return 1</span></pre>',
    ],
  ])('%s: the code has its lines and nothing else', (_form, code) => {
    const { html } = read(code)
    const words = (node: Node & { data?: string }): string =>
      (node.data ?? '') + (node.children ?? []).map(words).join('')
    expect(
      elements(html)
        .filter(({ name }) => name === 'pre')
        .map(words),
    ).toEqual([lines])
    expect(html).not.toContain('<table')
  })
  test.each([
    '<pre class="language-python">x = 1</pre>',
    '<pre data-language="python">x = 1</pre>',
    '<pre data-lang="python">x = 1</pre>',
    '<pre class="brush: python; gutter: false">x = 1</pre>',
    '<div class="highlight-source-python"><pre>x = 1</pre></div>',
  ])('retains the language of %s', code =>
    expect(read(code).html).toContain('<pre data-language="python">x = 1</pre>'),
  )
})

test('the boxes of a task list are characters', () => {
  const { text } = read(
    '<ul><li><input type=checkbox checked disabled> Done<li><input type=checkbox> Open</ul>',
  )
  expect(text).toMatch(/☑ +Done\n☐ +Open$/)
  const boxes =
    '<ul><li><span role=checkbox aria-checked=true></span> Done<li><span role=checkbox>Open</span></ul>'
  expect(read(boxes).text).toMatch(/☑ +Done\n☐ +Open$/)
})

describe('notes', () => {
  const text = `<p>${words.repeat(20)}<sup><a href="#n1">1</a></sup></p>`
  const list = '<ol><li id="n1">A note about herons. <a href="#r1">↩</a></li></ol>'
  test.each([
    ['an aside', `<article>${text}<aside class="footnotes">${list}</aside></article>`],
    ['the footer', `<article>${text}<footer>${list}</footer></article>`],
    ['a block after it', `<article>${text}</article><div class="footer">${list}</div>`],
    ['a paragraph after it', `<article>${text}</article><p><a name="n1">1</a> A note about herons.</p>`],
    ['an aside after it', `<main>${text}</main><aside role="complementary">${list}</aside>`],
    ['a side note', `<article>${text}<aside class="sidenote">A note about herons.</aside>${text}</article>`],
  ])('those of an article in %s are a part of it', (_place, html) => {
    const found = readArticle(`<title>T</title>${html}`, address, true)
    expect(found.kind).toBe('article')
    expect(found.html).toMatch(/A note about herons/)
    if (html.includes('id="n1"')) expect(found.html).toContain('id="article-n1"')
    expect(found.html).toContain('href="#article-n1"')
  })
  test('other asides and footers are not', () => {
    const aside =
      '<a href="#side">Skip</a><aside id="side">More about us</aside><footer id="foot">Terms</footer>'
    const { text: found } = readArticle(`<title>T</title><article>${text}${aside}</article>`, address, true)
    expect(found).not.toMatch(/More|Terms/)
  })
})

test('a link to a named anchor leads to it', () => {
  const { html } = read(
    '<p><a href="#part2">Part 2</a></p><h2><a name="part2"></a>The second part</h2><p>Text</p>',
  )
  expect(html).toContain('<a href="#article-part2">Part 2</a>')
  expect(html).toContain('<a id="article-part2"></a>')
})

describe('pictures', () => {
  test.each([
    '<img data-lazyload="/p">',
    '<img src="data:image/gif;base64,R0lGOD" data-cfsrc="/p">',
    '<img class="lazy" src="/blank.gif" nitro-lazy-src="/p">',
    '<amp-img src="/p" width="600" height="400" layout="responsive"></amp-img>',
    '<picture><source srcset="/p 2x" type="image/png"><img alt="P"></picture>',
    '<picture><source data-srcset="/p"></picture>',
    '<noscript><img src="/p"></noscript>',
    '<img class="lazy"><noscript><img src="/p"></noscript>',
    '<img data-cfsrc="/p" style="display:none;visibility:hidden">',
  ])('lists %s', picture => {
    expect(listPictures(read(`<p>${picture}</p>`).html)).toEqual(['https://site.example/p'])
    expect(listPictures(read(`<figure>${picture}</figure>`).html)).toEqual(['https://site.example/p'])
  })
  test('joins a placeholder and its noscript into one picture', () => {
    const { html } = read(
      '<figure><img src="/blank.gif" data-src="/p"><noscript><img src="/p"></noscript></figure>',
    )
    expect(html.match(/<img/g)).toHaveLength(1)
  })
})

test('a small table of links stays', () => {
  const rows = [1, 2, 3].map(
    at => `<tr><td><a href="/${at}">Link ${at}</a></td><td><a href="/x${at}">Other ${at}</a></td></tr>`,
  )
  expect(read(`<table>${rows.join('')}</table>`).html).toContain('>Other 3</a>')
})
