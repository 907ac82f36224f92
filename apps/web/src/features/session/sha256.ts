/** SHA-256 in plain code, for the pages whose browser hides its own. */
export function sha256(message: Uint8Array): Uint8Array {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n++) if (primes.every(prime => n % prime !== 0)) primes.push(n)
  const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0
  const k = primes.map(prime => fraction(Math.cbrt(prime)))
  const h = primes.slice(0, 8).map(prime => fraction(Math.sqrt(prime)))

  const length = Math.ceil((message.length + 9) / 64) * 64
  const padded = new Uint8Array(length)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(length - 4, message.length * 8)

  const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by))
  const w = new Int32Array(64)
  for (let block = 0; block < length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + i * 4)
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15] as number
      const b = w[i - 2] as number
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
      w[i] = (w[i - 16] as number) + s0 + (w[i - 7] as number) + s1
    }
    const s = [...h] as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const e = s[4]
      const a = s[0]
      const t1 =
        s[7] +
        (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
        ((e & s[5]) ^ (~e & s[6])) +
        (k[i] as number) +
        (w[i] as number)
      const t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]))
      s.pop()
      s.unshift((t1 + t2) | 0)
      s[4] = ((s[4] as number) + t1) | 0
    }
    for (let i = 0; i < 8; i++) h[i] = ((h[i] as number) + (s[i] as number)) | 0
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (let i = 0; i < 8; i++) digest.setInt32(i * 4, h[i] as number)
  return new Uint8Array(digest.buffer)
}
