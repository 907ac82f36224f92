import { routeGroups, routes } from '../../routes.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const read = async (path: string) => (await fetch(app.origin + path)).text()
const unescape = (html: string) =>
  html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

test('KEY-02 the API page lists every call in one group, and stays below 300 kB', async () => {
  const page = await read('/api/docs')
  expect(Buffer.byteLength(page)).toBeLessThan(300_000)
  expect(new Set(routes.map(({ op }) => op.path)).size).toBe(routes.length)
  const order = routeGroups.flatMap(({ title, routes: own }) => [
    `>${title}</h2>`,
    ...own.map(({ op }) => `<section id="${op.path}">`),
  ])
  const places = order.map(mark => page.indexOf(mark))
  expect(places.filter(at => at < 0)).toEqual([])
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(page).toContain('<a class="back" href="/dashboard">')
  // Names in the texts are code.
  expect(page).not.toMatch(/<p>[^<]*`/)
  for (const { op } of routes) for (const code of op.errors) expect(page).toContain(`<li id="e-${code}">`)
})

test('KEY-02 each call has a line for the shell with the input of its example, and its errors', async () => {
  const page = await read('/api/docs')
  const { paths } = (await (await fetch(`${app.origin}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { tags: string[]; requestBody?: { content: object } }>>
  }
  for (const { title, routes: own } of routeGroups)
    for (const { op } of own) {
      const described = paths[`/api/${op.path}`]![op.method.toLowerCase()]!
      expect(described.tags).toEqual([title])
      const section = page.split(`<section id="${op.path}">`)[1]!.split('</section>')[0]!
      const line = unescape(/<pre class="curl">(curl .*)<\/pre>/.exec(section)![1]!)
      expect(line).toContain(op.access === 'anyone' ? 'curl ' : '-H "Authorization: Bearer $TOKEN"')
      for (const code of op.errors) expect(section).toContain(`<a href="#e-${code}">${code}</a>`)
      if (op.method !== 'POST' || op.transport === 'upload') continue
      const json = / --json '(.*)'/.exec(line)![1]!.replaceAll("'\\''", "'")
      const content = Object.values(described.requestBody!.content)[0] as { example?: unknown }
      expect([op.path, JSON.parse(json)]).toEqual([op.path, content.example ?? {}])
    }
})

test('KEY-02 each call has a page with its example, schemas and the way back; other paths have none', async () => {
  const page = await read('/api/docs/add-new-tags')
  for (const part of ['href="/api/docs#add-new-tags"', 'tags.nameTooLong', 'Example', 'Body', 'Answers'])
    expect(page).toContain(part)
  expect(await read('/api/docs/auth/sign-in/email')).toContain('INVALID_EMAIL_OR_PASSWORD')
  expect((await fetch(`${app.origin}/api/docs/nothing`)).status).toBe(404)
})
