import { expect, test } from 'vitest'
import { listResources, listResourcesOfSheet } from './listResources.ts'
import { writePageCopy } from './pageCopy.ts'
import type { Resources } from './resources.ts'

const address = 'https://site.example/blog/page.html'
const nothing: Resources = {
  findPicture: () => null,
  findFont: () => null,
  findStyleSheet: () => null,
}
const copy = (html: string, resources: Partial<Resources> = {}) => {
  const pieces: string[] = []
  writePageCopy({ html, address, at: 0 }, { ...nothing, ...resources }, piece => pieces.push(piece))
  return pieces.join('')
}
/** Returns the copy without its head. */
const body = (html: string, resources?: Partial<Resources>) =>
  copy(html, resources).replace(/^(<!doctype[^>]*>)?<!--.*?-->(<meta[^>]*>){2}/i, '')
const pictures = { findPicture: (wanted: string) => `data:image/png;base64,${btoa(wanted)}` }
const pictureOf = (wanted: string) => pictures.findPicture(`https://site.example${wanted}`)
const wanted = (html: string) =>
  listResources({ html, address, at: 0 }).map(each => `${each.kind} ${each.address}`)

test('a copy begins with its doctype, a description, and a policy that forbids everything', () => {
  expect(copy('\n<!DOCTYPE html>\n<html lang="en"><title>A &amp; B</title><p>Hi')).toBe(
    '<!DOCTYPE html><!-- Copy of https://site.example/blog/page.html of 1970-01-01T00:00:00.000Z -->' +
      '<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" ' +
      `content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:">` +
      '<html lang="en"><title>A &amp; B</title><p>Hi',
  )
})

test('X02 an end tag before the first element does not move the policy out of the head', () => {
  for (const tag of ['br', 'p', 'body', 'html', 'head', 'pre', 'x-y'])
    expect(copy(`</${tag}> </${tag}><p>Hi`)).toBe(copy('<p>Hi'))
})

test('an address cannot end the comment', () => {
  const pieces: string[] = []
  const source = { html: '<p>', address: 'https://a.example/--><script>x</script>---->', at: 0 }
  writePageCopy(source, nothing, piece => pieces.push(piece))
  expect(pieces.join('').match(/-->/g)).toHaveLength(1)
  expect(pieces.join('')).not.toContain('<script')
})

test('X02 omits scripts, handlers, refreshes, bases and the targets of forms', () => {
  const html = `<base href="/other/"><meta http-equiv="refresh" content="0;url=https://evil.example">
    <body onload="x()"><script>alert(1)</script><a href="javascript:alert(1)" onclick=x>a</a>
    <form action="https://evil.example" method=post><button formaction="javascript:x">b</button>
    <input type="password" value="secret"><input type="hidden" value="token"></form>
    <object data="https://evil.example/x.swf"><p>instead</p></object><embed src="x">
    <svg><script>alert(2)</script><set attributeName="href" to="javascript:x"/><a xlink:href="java&#10;script:x"><use href="https://evil.example/x.svg#a"/></a></svg>
    <template><img src="x" onerror="x()"></template>`
  const copied = body(html)
  expect(copied.replace(/\s+/g, ' ')).toBe(
    ' <body><a>a</a> <form><button>b</button> <input type="password"><input type="hidden"></form>' +
      ' <p>instead</p> <svg><set to="javascript:x"/><a><use/></a></svg> ',
  )
})

test('X02 a removed part of a style sheet does not end its element', () => {
  for (const removed of ['}', ')', ']', '@charset "x";', '@import "x";', '@namespace x;'])
    expect(body(`<style>a{}<${removed}/style><${removed}img src=x></style>`)).not.toMatch(/<\/style>.|<img/)
})

test('links become absolute, by the base of the page, and open in a new tab', () => {
  const link = (href: string) => `<a href="${href}" target="_blank" rel="noopener noreferrer">x</a>`
  expect(body('<a href="other?a=1&amp;b">x</a>')).toBe(link('https://site.example/blog/other?a=1&amp;b'))
  expect(body('<a href="https://user:pw@h.example/">x</a>')).toBe(link('https://h.example/'))
  expect(body('<a href="mailto:a@b.example">x</a>')).toBe(link('mailto:a@b.example'))
  expect(body(`<a href="${address}#part">x</a>`)).toBe(link('#part'))
  expect(body('<base href="//cdn.example/a/"><a href="b">x</a>')).toBe(link('https://cdn.example/a/b'))
})

test('frames, videos and audio become links', () => {
  const link = (href: string, content = href) =>
    `<a href="${href}" target="_blank" rel="noopener noreferrer">${content}</a>`
  expect(body('<iframe src="//video.example/1" srcdoc="<script>x</script>"><p>no</p></iframe>after')).toBe(
    `${link('https://video.example/1')}after`,
  )
  expect(
    body('<video poster="/p.jpg"><source src="a.mp4"><source src="b.webm">Old browser</video>', pictures),
  ).toBe(link('https://site.example/blog/a.mp4', `<img src="${pictureOf('/p.jpg')}" alt="">`))
  expect(body('<audio src="a.mp3" autoplay></audio>')).toBe(link('https://site.example/blog/a.mp3'))
})

test('embeds pictures: the best of a set, a lazy one, and that of noscript', () => {
  const image = (of: string, rest = '') => `<img src="${pictureOf(of)}"${rest}>`
  expect(
    body('<img src="/small.jpg" srcset="/a.jpg 800w, /b.jpg 1600w, /c.jpg 3200w" alt=A>', pictures),
  ).toBe(image('/b.jpg', ' alt="A"'))
  expect(body('<img src="data:image/gif;base64,R0lG" data-src="/lazy.jpg">', pictures)).toBe(
    image('/lazy.jpg'),
  )
  expect(body('<picture><source srcset="/a.webp 2x, /b.webp"><img class="lazy"></picture>', pictures)).toBe(
    `<picture>${image('/a.webp', ' class="lazy"')}</picture>`,
  )
  expect(body('<img src="/a.jpg"> <noscript><img src="/b.jpg"></noscript>', pictures)).toBe(
    `${image('/a.jpg')} `,
  )
  expect(body('<img src="blank.gif"><noscript>Text <img src="/b.jpg"></noscript>')).toBe('<img><img>')
  expect(body('<noscript><img src="/t" width=1 height="1"></noscript><img src="/t" width=1 height=1>')).toBe(
    '',
  )
})

test('lists requested resources once, in the order of the page', () => {
  const html = `<base href="/b/"><link rel=stylesheet href="s.css"><link rel=preload as=style href="s.css">
    <link rel="alternate stylesheet" href="other.css"><link rel=icon href=i.ico>
    <style>@import "i.css"; a { background: url(bg.png) }</style>
    <img src="a.png#x"><img src="a.png"><p style="background:url('c.png')"><svg><image href="d.png"/></svg>
    <body background="e.png"><img src="ftp://x/y.png"><script src="x.js"></script><iframe src="f"></iframe>`
  const base = 'https://site.example/b'
  expect(wanted(html)).toEqual([
    `styleSheet ${base}/s.css`,
    `styleSheet ${base}/i.css`,
    `picture ${base}/bg.png`,
    `picture ${base}/a.png`,
    `picture ${base}/c.png`,
    `picture ${base}/d.png`,
    `picture ${base}/e.png`,
  ])
  expect(
    listResourcesOfSheet({ css: '@import url(x.css);b{background:url(y.png)}', address: `${base}/s/s.css` }),
  ).toEqual([
    { kind: 'styleSheet', address: `${base}/s/x.css` },
    { kind: 'picture', address: `${base}/s/y.png` },
  ])
})

test('embeds style sheets once, with their media, including those that a script enables', () => {
  const sheets = { findStyleSheet: (href: string) => ({ css: `/*${href}*/p{color:red}`, address: href }) }
  expect(body('<link rel=stylesheet href=a.css media=print><link rel=stylesheet href=a.css>', sheets)).toBe(
    '<style media="print">/**/p{color:red}</style>',
  )
  expect(body(`<link rel=stylesheet href=a.css media=print onload="this.media='all'">`, sheets)).toBe(
    '<style>/**/p{color:red}</style>',
  )
  expect(
    body(
      '<link rel=preload as=style href=a.css><noscript><link rel=stylesheet href=a.css></noscript>',
      sheets,
    ),
  ).toBe('<style>/**/p{color:red}</style>')
})

test('a copy embeds no more than its limit, including repeated resources', () => {
  const large = { findPicture: () => `data:image/png;base64,${'A'.repeat(1_000_000)}` }
  expect(copy('<img src="a.png">'.repeat(1000), large).length).toBeLessThan(41_000_000)
})

test('copies a declared shadow root', () => {
  expect(body('<x-y><template shadowrootmode="open"><p onclick=x>in</p></template></x-y>')).toBe(
    '<x-y><template shadowrootmode="open"><p>in</p></template></x-y>',
  )
})
