import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { Refused } from '../access/refuse.ts'
import { sendFailure } from './send.ts'

test('the log says why a call was refused, without its query', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const server = Fastify({ logger: { level: 'info', stream } })
  for (const code of ['coupons.usedByYou', 'domains.taken', 'payments.unknownPrice'] as const)
    server.get(`/api/${code}`, (request, reply) => sendFailure(request, reply, new Refused(code)))
  for (const code of ['coupons.usedByYou', 'domains.taken', 'payments.unknownPrice']) {
    await server.inject(`/api/${code}?token=secret`)
    const line = lines.find(each => each.includes('call refused') && each.includes(`"code":"${code}"`))
    expect(line).toContain(`"path":"/api/${code}"`)
    expect(line).not.toContain('secret')
  }
  await server.close()
})
