import { join } from 'node:path'
import sharp from 'sharp'

/**
 * Renders the icons of the installed app and of the extension from the logo. Run `node scripts/building/icons.mjs` after the logo or a colour changes.
 * The generated files are committed, so that a build does not render them.
 */
const out = join(import.meta.dirname, '../../apps/web/public/icons')
const paper = '#FBFAF8'

/**
 * Returns the icon as SVG.
 * @param share size of the logo relative to the square, 0 to 1; masks cut off a fifth on all sides
 * @param radius corner radius, in hundredths of the side
 */
const drawing = (share, radius) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
  <rect width="100" height="100" rx="${radius}" fill="${paper}"/>
  <g transform="translate(${50 - share * 50} ${50 - share * 50 + share * 1.5}) scale(${(share * 100) / 32})"
     fill="none" stroke="#18201F" stroke-width="2.7" stroke-linecap="round">
    <path d="M16 3.4c3 0 5.3 3.6 5.3 7.2a5.3 5.3 0 0 1-10.6 0c0-3.6 2.3-7.2 5.3-7.2z" fill="#53BCCA" stroke="none"/>
    <path d="M7.2 12.6a8.9 8.9 0 0 0 17.8-.6"/><path d="M2.9 15.2a13.2 13.2 0 0 0 26.3-2"/>
  </g></svg>`

const icons = [
  ...[16, 32, 48, 128].map(side => [
    join('../../../extension/public', `icon-${side}.png`),
    side,
    drawing(side < 48 ? 0.94 : 0.8, 22),
  ]),
  ['app-192.png', 192, drawing(0.74, 22)],
  ['app-512.png', 512, drawing(0.74, 22)],
  ['maskable-512.png', 512, drawing(0.56, 0)],
  ['touch-180.png', 180, drawing(0.66, 0)],
]
for (const [name, side, svg] of icons)
  await sharp(Buffer.from(svg), { density: 600 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true, colours: 64 })
    .toFile(join(out, name))
