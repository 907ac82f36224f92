/** Returns the SVG path of a waveform derived from a link's ID: different for most sounds, always the same for one. */
export function buildWaveformPath(id: string): string {
  let state = 7
  for (let i = 0; i < id.length; i++) state = (Math.imul(state, 31) + id.charCodeAt(i)) >>> 0
  let path = ''
  let height = 0.5
  for (let bar = 0; bar < 34; bar++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    height = height * 0.45 + (0.28 + (state / 2 ** 32) * 0.62) * 0.55
    const barHeight = Math.round(height * 58 * 10) / 10
    const top = Math.round((60 - barHeight) * 5) / 10
    path += `M${bar * 5} ${top}h3v${barHeight}h-3z`
  }
  return path
}
