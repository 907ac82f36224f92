import { openAccounts } from '../../inputs/accounts.ts'
import { mixedLoad } from '../../load.ts'
import { createLocation } from '../../serverLocation.ts'
import type { Row, World } from '../../benchmark.ts'
import { startServer } from '../../server.ts'

/** Limits: twice the throughput, at half the CPU time, of the trial with 519 and 355 calls per second. */
const limits = {
  sqlite: { callsASecond: 1038, cpuACall: 1, p99: 500 },
  postgres: { callsASecond: 710, cpuACall: 1, p99: 500 },
}

/** Measures 64 connections of 50 accounts with 2,000 links each: of 100 calls 80 are lists, 15 searches and 5 saves. */
export async function mixed({ kind, postgres }: World): Promise<Row[]> {
  const location = await createLocation(postgres)
  // With PUBLIC_URL the server trusts the proxy header, so each account signs up from a different IP address.
  const environment = { PUBLIC_URL: 'http://localhost' }
  const first = await startServer(location, undefined, environment)
  const accounts = await openAccounts(first, 50, 2000)
  await first.stop()
  const server = await startServer(location, undefined, environment)
  const { callsASecond, p99, cpuACall, p99Of } = await mixedLoad(server, accounts)
  await server.stop()
  await location.remove()
  const limit = limits[kind]
  const note = `list ${p99Of.list.toFixed(0)}, search ${p99Of.search.toFixed(0)}, save ${p99Of.save.toFixed(0)}`
  return [
    {
      promise: 'mixed load, 64 connections of 50 accounts',
      figure: callsASecond,
      unit: 'a second',
      limit: limit.callsASecond,
      better: 'more',
    },
    { promise: 'mixed load, p99', figure: p99, unit: 'ms', limit: limit.p99, better: 'less', note },
    {
      promise: 'mixed load, CPU time of the server per call',
      figure: cpuACall,
      unit: 'ms',
      limit: limit.cpuACall,
      better: 'less',
    },
  ]
}
