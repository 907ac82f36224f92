import { createHash } from 'node:crypto'

export interface PdfOptions {
  title?: string
  /** The width and height of the pages in points. */
  size?: [width: number, height: number]
  /** Without it the document opens without a password. */
  password?: string
}

/** Creates a PDF whose pages have one line of text each. */
export function createPdf(lines: readonly string[], options: PdfOptions = {}): Buffer {
  const { title = 'Ein Titel', size = [595, 842], password } = options
  const lock = password === undefined ? null : createLock(password)
  const pages = lines.map((_, at) => 5 + at * 2)
  const objects: Buffer[] = []
  const text = (value: string, object: number) => {
    const bytes = Buffer.from(value, 'latin1')
    return `<${(lock ? lock.encrypt(bytes, object) : bytes).toString('hex')}>`
  }
  const add = (...parts: (string | Buffer)[]) =>
    objects.push(Buffer.concat(parts.map(part => Buffer.from(part as string, 'latin1'))))
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map(page => `${page} 0 R`).join(' ')}] >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  add(`<< /Title ${text(title, 4)} >>`)
  for (const [at, line] of lines.entries()) {
    const content = pages[at]! + 1
    const drawn = Buffer.from(`0 0 1 rg 0 0 90 90 re f BT /F1 24 Tf 50 200 Td (${line}) Tj ET`, 'latin1')
    const stream = lock ? lock.encrypt(drawn, content) : drawn
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.join(' ')}] /Contents ${content} 0 R`,
      ' /Resources << /Font << /F1 3 0 R >> >> >>',
    )
    add(`<< /Length ${stream.length} >>\nstream\n`, stream, '\nendstream')
  }
  if (lock) add(lock.dictionary)
  return assemble(objects, lock ? ` /Encrypt ${objects.length} 0 R /ID [<${fileId}><${fileId}>]` : '')
}

/** Writes the objects with their table, in which the offset of each is. */
function assemble(objects: readonly Buffer[], trailer: string): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  let length = parts[0]!.length
  for (const [at, object] of objects.entries()) {
    offsets.push(length)
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    parts.push(part)
    length += part.length
  }
  const rows = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} ` +
        `/Root 1 0 R /Info 4 0 R${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

const fileId = '00112233445566778899aabbccddeeff'
/** The padding of passwords in the standard. */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()

/** The standard encryption of PDF 1.4 with 40 bits: the oldest one, and short. */
function createLock(password: string) {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)
  const rights = Buffer.alloc(4)
  rights.writeInt32LE(-4)
  const owner = rc4(md5(padded).subarray(0, 5), padded)
  const key = md5(padded, owner, rights, Buffer.from(fileId, 'hex')).subarray(0, 5)
  const user = rc4(key, padding)
  return {
    dictionary: `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${owner.toString('hex')}> /U <${user.toString('hex')}> >>`,
    encrypt(bytes: Buffer, object: number): Buffer {
      const number = Buffer.from([object & 255, (object >> 8) & 255, (object >> 16) & 255, 0, 0])
      return rc4(md5(key, number).subarray(0, 10), bytes)
    },
  }
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at)
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b]!, state[a]!])
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return bytes.map(byte => {
    i = (i + 1) & 255
    j = (j + state[i]!) & 255
    swap(i, j)
    return byte ^ state[(state[i]! + state[j]!) & 255]!
  }) as Buffer
}
