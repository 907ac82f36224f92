import { expect, test } from 'vitest'
import { matchPath } from './paths.ts'
import { matchRoutes, type Route } from './routes.tsx'

test('a pattern matches a path with any slashes at its end, and returns its parameters decoded', () => {
  expect(matchPath('/c/:id', '/c/a%20b')).toEqual({ params: { id: 'a b' } })
  expect(matchPath('/c/:id', '/C/a//')).toEqual({ params: { id: 'a' } })
  expect(matchPath('/c/:id', '/c/%zz')).toEqual({ params: { id: '%zz' } })
  for (const path of ['/c', '/c/', '/c/a/b', '/d/a']) expect(matchPath('/c/:id', path)).toBeNull()
  expect(matchPath('/', '/')).toEqual({ params: {} })
  expect(matchPath('/', '/a')).toBeNull()
})

test('the rest of a path is a parameter, also an address in it', () => {
  const rest = (path: string) => matchPath('/add-link/*', path)?.params.rest
  expect(rest('/add-link/https://example.com/a/')).toBe('https://example.com/a/')
  expect(rest('/add-link/https%3A%2F%2Fexample.com')).toBe('https://example.com')
  expect(rest('/add-link')).toBe('')
  expect(rest('/add-links')).toBeUndefined()
})

test('a page is found with its frames, and that of * only where no other page matches', () => {
  const routes: Route[] = [
    {
      element: 'frame',
      children: [
        { element: 'session', children: [{ path: '/dashboard', element: 'dashboard' }] },
        { path: '*', element: 'not found' },
      ],
    },
    { path: '/l/:id/read', element: 'reader' },
    { element: 'without a path' },
  ]
  expect(matchRoutes(routes, '/dashboard/')).toEqual({
    elements: ['frame', 'session', 'dashboard'],
    params: {},
  })
  expect(matchRoutes(routes, '/l/1/read')).toEqual({ elements: ['reader'], params: { id: '1' } })
  expect(matchRoutes(routes, '/l/1/write')?.elements).toEqual(['frame', 'not found'])
})
