/** Formats the time of one picture of a video as mm:ss.hh, with hundredths of a second. */
export function formatFrameTime(seconds: number): string {
  const hundredths = Math.floor(seconds * 100 + 1e-6)
  return `${formatPlayTime(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}

/** Formats seconds as mm:ss, with minutes above 59; '--:--' while the time is unknown. */
export function formatPlayTime(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds)) return '--:--'
  const total = Math.floor(seconds)
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
}
