import { qrCode } from '@nestmark/core/qrCode'

const quiet = 4

/** A QR code, dark on white in either scheme: cameras want it so. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const rows = qrCode(text)
  const side = rows.length + 2 * quiet
  const path = rows
    .flatMap((row, y) => [...row].map((dark, x) => (dark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '')))
    .join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} width={200} height={200}>
      <path d={`M0 0h${side}v${side}H0z`} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
