import dgram from 'node:dgram'
import { once } from 'node:events'

type Kind = 'A' | 'AAAA' | 'TXT'

/** A resolver on the loopback interface. */
export interface DnsServer {
  /** `127.0.0.1:port`, in the format of the fetcher's `dns`. */
  address: string
  /** All queries, as `A name`, `AAAA name` or `TXT name`. */
  asked: string[]
  close(): Promise<void>
}

/**
 * Returns the addresses or texts of a name, given the number of earlier queries of the kind; undefined: no such name;
 * null: no response.
 */
export type DnsAnswers = (name: string, kind: Kind, times: number) => string[] | undefined | null

/** Starts a resolver with a minimal subset of RFC 1035. */
export async function serveDns(answers: DnsAnswers): Promise<DnsServer> {
  const asked: string[] = []
  const socket = dgram.createSocket('udp4')
  socket.on('message', (query, from) => {
    const labels: string[] = []
    let at = 12
    for (let length = query[at]; length; length = query[at]) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += 1 + length
    }
    const kind = kinds.get(query.readUInt16BE(at + 1)) ?? 'A'
    const question = query.subarray(12, at + 5)
    const name = labels.join('.').toLowerCase()
    const times = asked.filter(line => line === `${kind} ${name}`).length
    asked.push(`${kind} ${name}`)
    const found = answers(name, kind, times)
    if (found === null) return
    const head = Buffer.alloc(12)
    query.copy(head, 0, 0, 2)
    head.writeUInt16BE(found ? 0x8180 : 0x8183, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(found?.length ?? 0, 6)
    const records = (found ?? []).map(address => record(address, kind))
    socket.send(Buffer.concat([head, question, ...records]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

/**
 * Encodes a record that points back to the name in the question, with a TTL of zero, so that it is not
 * cached.
 */
function record(value: string, kind: Kind): Buffer {
  const data = encoders[kind](value)
  const head = Buffer.from([0xc0, 12, 0, kindNumbers[kind], 0, 1, 0, 0, 0, 0, 0, data.length])
  return Buffer.concat([head, data])
}

const kindNumbers = { A: 1, TXT: 16, AAAA: 28 } as const
const kinds: ReadonlyMap<number, Kind> = new Map(
  Object.entries(kindNumbers).map(([kind, number]) => [number, kind as Kind]),
)
const encoders: Record<Kind, (value: string) => Buffer> = {
  A: address => Buffer.from(address.split('.').map(Number)),
  AAAA: ipv6Bytes,
  TXT: text => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]),
}

function ipv6Bytes(address: string): Buffer {
  const [left = '', right = ''] = address.split('::')
  const words = (text: string) => text.split(':').filter(Boolean)
  const gap = 8 - words(left).length - words(right).length
  const all = [...words(left), ...Array<string>(address.includes('::') ? gap : 0).fill('0'), ...words(right)]
  return Buffer.from(all.map(word => word.padStart(4, '0')).join(''), 'hex')
}
