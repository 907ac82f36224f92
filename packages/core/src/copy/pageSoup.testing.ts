import fc from 'fast-check'
import { writePageCopy } from './pageCopy.ts'
import type { Resources } from './resources.ts'

/** The address of generated pages. */
export const soupAddress = 'https://site.example/a/b.html'
const found: Resources = {
  findPicture: wanted => (wanted.length % 3 === 0 ? null : 'data:image/png;base64,AAAA'),
  findFont: () => 'data:font/woff2;base64,AAAA',
  findStyleSheet: wanted => ({
    css: String.raw`@import "z.css";}a{background:url(//x.example/i.png)}\<x-evil>&lt;x-evil>u)rl(//evil.example)`,
    address: wanted,
  }),
}
/** Returns the copy of a page. Two thirds of its pictures are found, and each sheet. */
export const copySoup = (html: string): string => {
  const pieces: string[] = []
  writePageCopy({ html, address: soupAddress, at: 0 }, found, piece => pieces.push(piece))
  return pieces.join('')
}

const names =
  'a p div svg math style script iframe noscript template img picture source video object embed base meta link ' +
  'title textarea xmp plaintext form input select option table td foreignObject use image set body html frame mtext mi ' +
  'annotation-xml desc font br select noembed listing textPath animate'
const values = [
  'javascript:alert(1)',
  'https://evil.example/x.png',
  '//evil.example/y 2x, z.png 100w',
  'url(https://evil.example/z)',
  'background:url("https://evil.example/q") ; @import "x"',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=x>',
  '"><script>alert(1)</script>',
  '&quot; onload=&quot;x',
  '&lt;img src=x onerror=y&gt;',
  '0;url=https://evil.example',
  'refresh',
  'stylesheet',
  '#frag',
  "' autofocus onfocus='x",
]
const attributeNames =
  'src srcset href xlink:href style class onload onerror ONCLICK data-src poster background action formaction ' +
  'srcdoc http-equiv content name rel media fill attributeName id shadowrootmode is ping width height value type'
const css = [
  '@import url(//evil.example/a.css)',
  '@font-face{src:url(https://evil.example/f.woff2)}',
  'a{background:url(https://evil.example/x',
  'b{content:"</style><script>x</script>"}',
  String.raw`c{background:\75 rl("https://evil.example/e")}`,
  'd{background:image-set("https://evil.example/s" 1x)}',
  '<img src=x onerror=y>',
  '}}}/*',
  String.raw`\&lt;x-evil>`,
  String.raw`\&amp;lt;x-evil>`,
  String.raw`e{content:"\&lt;/style>&lt;x-evil>"}`,
  'f{content:"&amp;quot;;background:url(https://evil.example/r);&amp;quot;"}',
  'g{content:"&quot;;background:url(https://evil.example/r);&quot;"}',
  'h{background:u@import "x";rl(https://evil.example/j)}',
  'i{background:u\0rl(https://evil.example/n)}',
  'u)rl(https://evil.example/p)',
  'j{--x:"https://evil.example/v";background:image-set(var(--x) 1x)}',
  '<svg><style>',
  '<math><mtext><style>',
  '<math><annotation-xml encoding="text/html"><style>',
  '<svg><foreignObject><style>',
  '<svg><title><style>',
]
const pick = (list: string | readonly string[]) =>
  fc.constantFrom(...(typeof list === 'string' ? list.split(' ') : list))
const attribute = fc
  .tuple(pick(attributeNames), pick(values), pick(['"', "'", '']))
  .map(([name, value, quote]) => ` ${name}=${quote}${value}${quote}`)
const openTag = fc
  .tuple(pick(names), fc.array(attribute, { maxLength: 4 }), pick(['>', '/>', ' >', '']))
  .map(([name, attributes, end]) => `<${name}${attributes.join('')}${end}`)
const part = fc.oneof(
  openTag,
  pick(names).map(name => `</${name}>`),
  pick(css),
  pick(values),
  pick(['<!doctype html>', '<!--', '-->', '<![CDATA[', ']]>', '<?x', '&', '<', 'text', '\0', '</style']),
  fc.string({ maxLength: 5 }),
)
/** Generates pages of hostile parts in any order. None has an element `x-evil`, only references that could become one. */
export const soup = fc.array(part, { maxLength: 30 }).map(parts => parts.join(''))
