/**
 * A QR code (ISO/IEC 18004) of a short text: byte mode, error correction level L, versions 1 to 15. It is shown on a screen,
 * where it is not damaged, so the lowest level, which has the largest modules, is the best choice.
 */

/** Error correction bytes per block, and the number of blocks, by version. */
const correction = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22]
const blocksByVersion = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6]
/** Maximum number of bytes in a code. */
export const qrCapacity = 520

type Grid = Uint8Array[]

/**
 * Encodes a text as a QR code.
 * @param text at most `qrCapacity` bytes of UTF-8
 * @returns rows of modules, where 1 is dark, without the quiet zone of four modules
 * @throws RangeError when the text is too long
 */
export function qrCode(text: string): Grid {
  const bytes = new TextEncoder().encode(text)
  const version = correction.findIndex((_, at) => bytes.length <= roomFor(at + 1)) + 1
  if (version === 0) throw new RangeError('The text is too long for a QR code.')
  const { grid, fixed } = drawFunctionPatterns(version)
  placeBits(grid, fixed, withCorrection(encodeData(bytes, version), version))
  const masked = [0, 1, 2, 3, 4, 5, 6, 7].map(mask => applyMask(grid, fixed, mask))
  const penalties = masked.map(penalty)
  return masked[penalties.indexOf(Math.min(...penalties))]!
}

const moduleCount = (version: number) => 17 + 4 * version

/** Returns the number of bytes for data and error correction together (section 7.7.3). */
function allBytes(version: number): number {
  let squares = (16 * version + 128) * version + 64
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2
    squares -= (25 * marks - 10) * marks - 55
    if (version >= 7) squares -= 36
  }
  return squares >> 3
}

const dataBytes = (version: number) =>
  allBytes(version) - correction[version - 1]! * blocksByVersion[version - 1]!
const roomFor = (version: number) => dataBytes(version) - (version < 10 ? 2 : 3)

function encodeData(bytes: Uint8Array, version: number): number[] {
  let bits = '0100' + bytes.length.toString(2).padStart(version < 10 ? 8 : 16, '0')
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  bits += '0000'
  const data = bits.match(/.{1,8}/g)!.map(eight => parseInt(eight.padEnd(8, '0'), 2))
  const most = dataBytes(version)
  for (let pad = 0xec; data.length < most; pad ^= 0xec ^ 0x11) data.push(pad)
  return data.slice(0, most)
}

/** Returns the product in the field GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--)
    product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a)
  return product
}

function errorCorrection(data: readonly number[], degree: number): number[] {
  const divisor = Array.from({ length: degree }, (_, at) => Number(at === degree - 1))
  for (let step = 0, root = 1; step < degree; step++, root = multiply(root, 2))
    for (let at = 0; at < degree; at++) divisor[at] = multiply(divisor[at]!, root) ^ (divisor[at + 1] ?? 0)
  const rest = Array.from({ length: degree }, () => 0)
  for (const byte of data) {
    const factor = byte ^ rest.shift()!
    rest.push(0)
    for (let at = 0; at < degree; at++) rest[at] = rest[at]! ^ multiply(divisor[at]!, factor)
  }
  return rest
}

/** Returns the data in blocks with their error correction, interleaved. */
function withCorrection(data: readonly number[], version: number): number[] {
  const count = blocksByVersion[version - 1]!
  const degree = correction[version - 1]!
  const short = count - (allBytes(version) % count)
  const length = Math.floor(allBytes(version) / count) - degree
  const blocks: number[][] = []
  for (let n = 0, from = 0; n < count; n++) {
    const size = length + (n < short ? 0 : 1)
    blocks.push(data.slice(from, (from += size)))
  }
  const corrections = blocks.map(block => errorCorrection(block, degree))
  const woven: number[] = []
  for (let at = 0; at <= length; at++)
    for (const block of blocks) if (at < block.length) woven.push(block[at]!)
  for (let at = 0; at < degree; at++) for (const each of corrections) woven.push(each[at]!)
  return woven
}

/** Draws the function patterns, which are the same in every code of this version. */
function drawFunctionPatterns(version: number): { grid: Grid; fixed: Grid } {
  const side = moduleCount(version)
  const grid = Array.from({ length: side }, () => new Uint8Array(side))
  const fixed = Array.from({ length: side }, () => new Uint8Array(side))
  const set = (x: number, y: number, dark: boolean | number) => {
    if (x < 0 || y < 0 || x >= side || y >= side) return
    grid[y]![x] = Number(dark)
    fixed[y]![x] = 1
  }
  for (let at = 0; at < side; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  const square = (cx: number, cy: number, radius: number, light: readonly number[]) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++)
        set(cx + dx, cy + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  for (const [x, y] of [
    [3, 3],
    [side - 4, 3],
    [3, side - 4],
  ] as const)
    square(x, y, 4, [2, 4])
  const marks = alignmentPositions(version)
  for (const [i, x] of marks.entries())
    for (const [j, y] of marks.entries()) {
      const last = marks.length - 1
      const corner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)
      if (!corner) square(x, y, 2, [1])
    }
  // Reserved for the format information, which `applyMask` writes.
  for (let at = 0; at < 9; at++) {
    fixed[8]![at] = fixed[at]![8] = 1
    if (at < 8) fixed[8]![side - 1 - at] = fixed[side - 1 - at]![8] = 1
  }
  if (version >= 7) {
    let rest = version
    for (let n = 0; n < 12; n++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25)
    const word = (version << 12) | rest
    for (let bit = 0; bit < 18; bit++) {
      const a = side - 11 + (bit % 3)
      const b = Math.floor(bit / 3)
      set(a, b, (word >> bit) & 1)
      set(b, a, (word >> bit) & 1)
    }
  }
  return { grid, fixed }
}

function alignmentPositions(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  const places = Array.from({ length: count - 1 }, (_, n) => moduleCount(version) - 7 - n * step)
  return [...places, 6].toReversed()
}

/** Places the bits in pairs of columns, upwards and downwards from the right, around the function patterns. */
function placeBits(grid: Grid, fixed: Grid, bytes: readonly number[]): void {
  const side = grid.length
  let at = 0
  for (let right = side - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let n = 0; n < side; n++)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? side - 1 - n : n
        if (fixed[y]![x] || at >= bytes.length * 8) continue
        grid[y]![x] = (bytes[at >> 3]! >> (7 - (at & 7))) & 1
        at++
      }
  }
}

const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** Applies a mask and writes the format information. */
function applyMask(grid: Grid, fixed: Grid, mask: number): Grid {
  const side = grid.length
  const done = grid.map((row, y) =>
    row.map((dark, x) => (fixed[y]![x] ? dark : dark ^ Number(masks[mask]!(x, y)))),
  )
  // 01 is error correction level L.
  const data = (1 << 3) | mask
  let rest = data
  for (let n = 0; n < 10; n++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const word = ((data << 10) | rest) ^ 0x5412
  const bit = (n: number) => (word >> n) & 1
  for (let n = 0; n <= 5; n++) done[n]![8] = bit(n)
  done[7]![8] = bit(6)
  done[8]![8] = bit(7)
  done[8]![7] = bit(8)
  for (let n = 9; n < 15; n++) done[8]![14 - n] = bit(n)
  for (let n = 0; n < 8; n++) done[8]![side - 1 - n] = bit(n)
  for (let n = 8; n < 15; n++) done[side - 15 + n]![8] = bit(n)
  done[side - 8]![8] = 1
  return done
}

/** Scores how hard a masked code is to read: long runs, blocks, and an imbalance of dark and light modules. */
function penalty(grid: Grid): number {
  const side = grid.length
  let sum = 0
  let dark = 0
  for (let a = 0; a < side; a++) {
    let [run, runDown] = [0, 0]
    for (let b = 0; b < side; b++) {
      dark += grid[a]![b]!
      run = b > 0 && grid[a]![b] === grid[a]![b - 1] ? run + 1 : 1
      runDown = b > 0 && grid[b]![a] === grid[b - 1]![a] ? runDown + 1 : 1
      for (const length of [run, runDown]) sum += length === 5 ? 3 : length > 5 ? 1 : 0
      if (a > 0 && b > 0) {
        const four = grid[a]![b]! + grid[a]![b - 1]! + grid[a - 1]![b]! + grid[a - 1]![b - 1]!
        if (four === 0 || four === 4) sum += 3
      }
    }
  }
  return sum + Math.floor(Math.abs((dark * 20) / (side * side) - 10)) * 10
}
