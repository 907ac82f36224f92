const signature = '89504e470d0a1a0a'

/** Returns whether a file is an animated PNG. The decoder reads its first frame, and does not report further frames. */
export function isAnimatedPng(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  if (bytes.toString('hex', 0, 8) !== signature) return false
  // Chunks of a length, a name, the data and a checksum. The one of an animation precedes the pixels.
  for (let at = 8; at + 8 <= bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
  }
  return false
}
