import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { Refused } from '../../access/refuse.ts'
import { sendFailure } from './send.ts'

test('the log says why the server rejected a call, without its query', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const server = Fastify({ logger: { level: 'info', stream } })
  server.get('/api/call', (request, reply) => sendFailure(request, reply, new Refused('domains.taken')))
  await server.inject('/api/call?token=secret')
  const line = lines.find(each => each.includes('call refused'))
  expect(line).toContain('"code":"domains.taken","path":"/api/call"')
  expect(line).not.toContain('secret')
  await server.close()
})
