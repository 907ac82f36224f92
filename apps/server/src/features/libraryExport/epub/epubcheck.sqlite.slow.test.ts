import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import {
  bookContainer,
  bookStyle,
  bookType,
  writeChapter,
  writeContents,
  writeNcx,
  writePackage,
} from '@nestmark/core/epub/book'
import { ChapterBody } from '@nestmark/core/epub/chapterBody'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { toChunks } from '../../../blobStorage/parts.ts'
import { createZipStream, type ZipEntry } from '../../../blobStorage/zip/zipStream.ts'

/** The checker of the W3C, as Debian's package `epubcheck` has it, or another version of its JAR. It needs Java. */
const jar = process.env.EPUBCHECK_JAR ?? '/usr/bin/epubcheck'
const hasChecker = spawnSync('java', ['-jar', jar, '--version']).stdout?.includes('EPUBCheck') === true

const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#246' } })
  .png()
  .toBuffer()
const image = `<img src="data:image/png;base64,${png.toString('base64')}" alt="A &lt;nest&gt;" width="20" class="x">`

/** Articles with what pages have, and what they should not have. */
const articles = [
  `<h2 id="a">Head</h2><p>One <b>two <i>three</b> four</i> &amp; &copy; <a href="#a">five</a> <a name="b">six</a>${image}</p>`,
  `<figure>${image}<figcaption>Nest <p>deep</p></figcaption></figure><figure><figcaption>First</figcaption>${image}x</figure>`,
  `<ul>Loose<li>One<ul><li>Two</ul><p>Three</ul><ol></ol><li>Lost<dl><dt>Term<dd>Text<p>More</dl>`,
  `<table><caption>Cap</caption><colgroup><col></colgroup><tr><td colspan=2 rowspan="0">1<th>2<tr></tr>text<tbody><tr><td><table><tr><td>in</table></table>`,
  `<blockquote cite="x"><p>Quote<blockquote>Inner</blockquote></blockquote><pre><code>a  b\n<span>c</span></code></pre><hr><hr/>`,
  `<p>Bad <script>x()</script><style>p{}</style><iframe src="https://a.example"></iframe><svg><circle/></svg><math><mi>x</mi></math></p>`,
  `<a href="https://a.example/[x]|y?q={z}#&quot;"><div>Block <h3>in a link</h3></div></a><a href="http://[bad">bad</a><a href="mailto:a@b.example">mail</a>`,
  `<div><span><p>p in span</p></span><em><ul><li>list in em</li></ul></em><p><table><tr><td>table in p</td></tr></table></div>`,
  `<details open><summary>Sum <b>bold</b></summary>Text</details><q>Q</q><del>D</del><strike>S</strike><tt>T</tt><mark>M</mark><sub>1</sub><sup>2</sup><br>`,
  `<p dir="rtl" lang="he" onclick="x">\u05e9\u05dc\u05d5\u05dd \u0000\u0008 \ud800 end</p><ruby>\u6f22<rt>kan</rt></ruby><video src="x"></video><h1></h1><p></p>`,
  '',
]

test.skipIf(!hasChecker)('IO-02 epubcheck finds nothing in a book of odd articles', async () => {
  const at = Date.UTC(2026, 0, 2)
  const facts = { id: '8f0d3f3a-6a52-4f1d-9c39-6f3e6a1c2b7d', title: 'Birds & <reeds>', language: 'en', at }
  async function* entries(): AsyncGenerator<ZipEntry> {
    const entry = (path: string, content: string | Buffer, isCompressed = true) => ({
      path,
      at,
      isCompressed,
      chunks: toChunks(Buffer.from(content)),
    })
    yield entry('mimetype', bookType, false)
    yield entry('META-INF/container.xml', bookContainer)
    yield entry('EPUB/style.css', bookStyle)
    const files = [{ path: 'style.css', mediaType: 'text/css' }]
    const chapters: { path: string; title: string }[] = []
    for (const [nth, html] of articles.entries()) {
      const pictures: { path: string; mediaType: string; data: string }[] = []
      const body = new ChapterBody(found => {
        const path = `pictures/${nth}-${pictures.length}.png`
        pictures.push({ ...found, path })
        return path
      })
      body.write(html)
      const path = `chapter-${nth}.xhtml`
      const title = `Chapter <${nth}> & more`
      const address = nth % 2 ? '' : 'https://a.example/[1]?a=1&b=2'
      const chapter = { title, byline: 'A & B', siteName: '', address, language: nth ? 'de-DE' : 'x y' }
      yield entry(
        `EPUB/${path}`,
        writeChapter({ ...chapter, direction: nth % 3 ? 'ltr' : 'rtl' }, body.end()),
      )
      chapters.push({ path, title })
      files.push({ path, mediaType: 'application/xhtml+xml' }, ...pictures)
      for (const each of pictures) yield entry(`EPUB/${each.path}`, Buffer.from(each.data, 'base64'), false)
    }
    yield entry('EPUB/contents.xhtml', writeContents(facts, chapters))
    yield entry('EPUB/contents.ncx', writeNcx(facts, chapters))
    const order = chapters.map(({ path }) => path)
    yield entry('EPUB/package.opf', writePackage(facts, files, order))
  }
  const folder = await mkdtemp(join(tmpdir(), 'epub-'))
  try {
    const path = join(folder, 'book.epub')
    await writeFile(path, await buffer(createZipStream(entries())))
    const { stdout, stderr } = await promisify(execFile)('java', ['-jar', jar, path]).catch(
      (error: { stdout: string; stderr: string }) => error,
    )
    expect(`${stdout}${stderr}`.replaceAll(path, 'book.epub')).toMatch(/No errors or warnings detected/)
  } finally {
    await rm(folder, { recursive: true })
  }
})
