import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { readDocument } from './readDocument.ts'

/** Returns a page as it is captured: addresses that are still to be read are in brackets. */
function capture(html: string): string {
  const { document } = parseHTML(html)
  Object.defineProperty(document, 'baseURI', { value: 'https://site.example/a/' })
  return readDocument(document as unknown as Document)
    .map(part => (typeof part === 'string' ? part : `[${part.address}]`))
    .join('')
}

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`

test.each([
  ['a script', '<script>secret()</script><noscript>secret</noscript>'],
  ['a comment', '<!-- secret -->'],
  ['a hidden field', '<input type="hidden" name="csrf" value="secret">'],
  ['a password', '<input type="password" value="secret">'],
  ['what a field was filled with', '<input value="secret"><textarea>secret</textarea>'],
  ['a field of a script', '<div role="textbox" contenteditable="true">secret</div>'],
  ['a handler', '<p onclick="secret()">Words</p>'],
  ['a token', '<p data-csrf-token="secret">Words</p><p nonce="secret">Words</p>'],
  ['the content of a frame', '<iframe srcdoc="secret"></iframe>'],
  ['an unused template', '<template>secret</template>'],
  ['where a form is sent', '<form action="/secret"><button formaction="/secret">Send</button></form>'],
])('T16 %s stays out of a captured page', (_, body) => {
  expect(capture(page(body))).not.toContain('secret')
})

test('T16 captures only known names of what a page says about itself', () => {
  const head =
    '<meta name="csrf-token" content="secret"><meta name="description" content="About"><meta property="og:title" content="Title">'
  const text = capture(page('', head))
  expect(text).not.toContain('secret')
  expect(text).toContain(
    '<meta name="description" content="About"><meta property="og:title" content="Title">',
  )
})

test('EXT-01 captures words, structure and pictures of a page, with the address that resolves its links', () => {
  const text = capture(
    page(
      `<h1 class="big">Turf &amp; timber</h1><p style="background: url(b.png)">Two <b>skins</b> of sod</p>
       <img src="../c.png" srcset="d.png 2x" width="9" alt="A house"><input type="submit" value="Send">`,
    ),
  )
  expect(text).toMatch(
    /^<!doctype html><html lang="en"><head><meta charset="utf-8"><base href="https:\/\/site\.example\/a\/">/,
  )
  expect(text).toContain('<h1 class="big">Turf &amp; timber</h1>')
  expect(text).toContain(
    '<p style="background: url(&quot;[https://site.example/a/b.png]&quot;)">Two <b>skins</b> of sod</p>',
  )
  expect(text).toContain('<img width="9" alt="A house" src="[https://site.example/c.png]">')
  expect(text).toContain('<input type="submit" value="Send">')
})
