import { afterEach, expect, test } from 'vitest'
import { createFetcher } from '../requests/fetchPage.ts'
import { createRobots } from './robots.ts'
import { serve, type TestServer } from '../testing/web.testing.ts'

let site: TestServer
afterEach(() => site.close())

const caller = { kind: 'job', key: 'ada' } as const
async function ask(rules: string, paths: string[], status = 200) {
  site = await serve((_, response) => response.writeHead(status, { 'content-type': 'text/plain' }).end(rules))
  const robots = createRobots(createFetcher({ allowPrivate: [site.hostPort] }))
  const answers: boolean[] = []
  for (const path of paths) answers.push(await robots.allows(site.origin + path, caller))
  return answers
}

test('obeys the rules of a site: the most specific one, for this program or for all', async () => {
  const rules = `User-agent: *\nDisallow: /private\nAllow: /private/open\n\nUser-agent: other\nDisallow: /`
  expect(await ask(rules, ['/', '/private/a', '/private/open/b'])).toEqual([true, false, true])
  expect(site.requests.map(request => request.url)).toEqual(['/robots.txt'])
  await site.close()
  expect(await ask('User-agent: nestmark\nDisallow: /', ['/a'])).toEqual([false])
})

test('a site without rules allows everything, one with an error nothing', async () => {
  expect(await ask('', ['/a'], 404)).toEqual([true])
  await site.close()
  expect(await ask('', ['/a'], 503)).toEqual([false])
  await site.close()
  expect(await ask('\0\xff{"x":'.repeat(1000), ['/a'])).toEqual([true])
})
