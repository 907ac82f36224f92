/** Returns the SVG path of a waveform derived from a link's ID: different for most sounds, always the same for one. */
export function waveformPath(id: string): string {
  let state = 7
  for (let at = 0; at < id.length; at++) state = (Math.imul(state, 31) + id.charCodeAt(at)) >>> 0
  let path = ''
  let height = 0.5
  for (let bar = 0; bar < 34; bar++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    height = height * 0.45 + (0.28 + (state / 2 ** 32) * 0.62) * 0.55
    const tall = Math.round(height * 58 * 10) / 10
    const top = Math.round((60 - tall) * 5) / 10
    path += `M${bar * 5} ${top}h3v${tall}h-3z`
  }
  return path
}
