import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { signIn } from '../../../test/support/people.ts'
import { importText } from './files.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const row = (name: string, title = name) => `<DT><A HREF="https://${name}.example/" TAGS="x">${title}</A>\n`

test('I06 I03 rows in the file = imported + there already + named, also of a damaged file and a second time', async () => {
  const ada = await signIn(app, 'ada')
  const text =
    `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${row('first')}<DD>remark: <!-- like this, or <![CDATA[\n` +
    `${row('first')}${row('open', 'A title without its end').replace('</A>', '')}` +
    `<DT><A HREF="https://quote.example/ TAGS="x">No end of the quote</A>\n${row('after')}` +
    `<DT><H3>A <!-- folder\n<DL><p>\n${row('inside', 'Map<K, V> <textarea>')}<!--\n${row('hidden')}${row('hidden2')}-->\n` +
    `<DT><A HREF="javascript:alert(1)">Script</A>\n<DT><A HREF="">Nothing</A>\n<DT><A TAGS="x>Cut ${row('cut')}</DL><p>\n` +
    `<DT><A HREF="https://bare.example/"<DT><A HREF=https://plain.example/>Plain\n${row('last')}<DT><A HREF="https://end.exam`
  const rows = text.split('<DT><A').length - 1
  const first = (await importText(app, ada, text)).report!
  const count = (report: typeof first, isHere: boolean) =>
    report.rows.filter(({ reason }) => (reason === 'This link is here already') === isHere).length
  expect([first.links, count(first, true), count(first, false)]).toEqual([7, 1, 8])
  expect(first.links + first.skipped).toBe(rows)
  expect(first.skipped).toBe(first.rows.length)

  const second = (await importText(app, ada, text)).report!
  expect([second.links, count(second, true), count(second, false)]).toEqual([0, 8, 8])
  expect(second.skipped).toBe(rows)
})
