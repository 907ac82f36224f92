import sharp from 'sharp'
import { createPictures } from '../fetching/picture.ts'
import type { Pictures } from '../media/mediaTasks.ts'

const repeat = (n: number, draw: (at: number) => string) =>
  Array.from({ length: n }, (_, at) => draw(at)).join('')
const rect = (x: number, y: number, w: number, h: number, fill = 'none', more = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`
const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`
const line = (d: string, stroke: string, width: number) =>
  path(d, 'none', `stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"`)
const circle = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`

const house = (x: number) =>
  path(`M${x} 330v-70l55-62 55 62v70z`, '#4a3429') +
  path(`M${x - 14} 266l69-86 69 86-14 6-55-68-55 68z`, '#6f8f4e') +
  rect(x + 40, 262, 30, 34, '#f5d98a')

/** Small drawings for the demo data, 640 by 400, each of a few shapes. */
const drawings = {
  houses: () =>
    rect(0, 0, 640, 400, '#c6d5d8') +
    path('M0 250l120-120 90 80 120-140 150 150 80-60 80 70v170H0z', '#9fb3b5') +
    path('M0 290q320-70 640 0v110H0z', '#7d9a5b') +
    [120, 265, 410].map(house).join('') +
    path('M0 330q320-30 640 0v70H0z', '#5d7d45'),
  rain: () =>
    drawings.houses() +
    rect(0, 0, 640, 400, '#2a3b40', 'opacity=".5"') +
    repeat(60, n => line(`M${(n * 97) % 640} ${(n * 53) % 380}l-8 26`, '#dfe8ea', 2)),
  joint: () =>
    rect(0, 0, 640, 400, '#f2eee2') +
    path('M60 250l190-90 70 34-190 92z', '#d9a55c') +
    path('M60 250v56l70 38v-58z', '#b57f3d') +
    path('M130 286l190-92v54l-190 96z', '#c8924a') +
    path('M360 150l170-82 66 30-172 84z', '#e2b26c') +
    path('M360 150v60l64 34v-62z', '#b57f3d') +
    path('M424 182l172-84v58l-172 88z', '#c8924a') +
    line('M326 214l34-18', '#5d7d8a', 5),
  map: () =>
    rect(0, 0, 640, 400, '#ece7dc') +
    path('M0 270q160-90 300-20t340-60v210H0z', '#a9cfe0') +
    repeat(7, n => line(`M${n * 110 - 40} 0l140 400`, '#fff', 10)) +
    line('M0 120l640 60', '#fff', 14) +
    line('M0 330l640-120', '#fff', 10) +
    rect(60, 40, 110, 60, '#cfe0bb') +
    rect(420, 260, 130, 70, '#cfe0bb') +
    path('M320 240c-34-44-44-64-44-88a44 44 0 0188 0c0 24-10 44-44 88z', '#b7412f') +
    circle(320, 150, 16, '#fff'),
  fern: () =>
    rect(0, 0, 640, 400, '#efe9d6') +
    [0, 190, 380]
      .map(
        x =>
          line(`M${x + 60} 380q40-180 150-330`, '#3f6b3a', 6) +
          repeat(12, n =>
            path(
              `M${x + 66 + n * 11} ${350 - n * 25}q60-10 ${90 - n * 5}-50q-60 0-${90 - n * 5} 50z`,
              '#4f8a49',
            ),
          ),
      )
      .join(''),
  strata: () =>
    ['#d8b98a', '#c49a63', '#e2cba3', '#b98850', '#d1a970', '#a87443', '#dcc094', '#bf9158']
      .map((fill, n) => path(`M0 ${n * 52}q160 ${n % 2 ? 26 : -18} 320 0t320 0v80H0z`, fill))
      .join(''),
  paper: () =>
    rect(0, 0, 640, 400, '#e9e6de') +
    rect(120, 40, 400, 400, '#fff') +
    rect(210, 80, 220, 16, '#222') +
    rect(250, 108, 140, 8, '#888') +
    repeat(9, n => rect(160, 150 + n * 24, 150, 7, '#c9c9c5')) +
    repeat(4, n => rect(340, 270 + n * 24, 150, 7, '#c9c9c5')) +
    rect(340, 150, 150, 100, '#eef3f5') +
    line('M350 230q40-60 70-40t60-40', '#2f7f93', 5) +
    line('M350 240q60-10 130-50', '#d8723a', 4),
  metro: () =>
    rect(0, 0, 640, 400, '#f3efe6') +
    line('M60 0v160l140 140v100', '#24679a', 16) +
    line('M0 250h180l120-120h340', '#b93a2c', 16) +
    line('M0 330h120l180-240h180l160 0', '#d9a125', 16) +
    line('M480 0v160l-60 80v160', '#3f8a4c', 16) +
    (
      [
        [60, 90],
        [200, 300],
        [300, 130],
        [480, 90],
        [300, 90],
        [420, 260],
        [120, 330],
      ] as const
    )
      .map(([x, y]) => circle(x, y, 15, '#fff', 'stroke="#222" stroke-width="5"'))
      .join(''),
  stars: () =>
    rect(0, 0, 640, 400, '#0e1730') +
    repeat(70, n => circle((n * 131) % 640, (n * 71) % 330, (n % 3) + 1, '#e8edff')) +
    repeat(6, n =>
      path(
        `M${320 - n * 46} 160a${n * 46} ${n * 46} 0 0 1 ${n * 92} 0`,
        'none',
        'stroke="#9fb4e6" stroke-width="2" opacity=".6"',
      ),
    ) +
    path('M0 360l120-60 90 40 140-80 120 70 170-50v120H0z', '#050a18'),
  code: () =>
    rect(0, 0, 640, 400, '#151b1d') +
    repeat(
      11,
      n =>
        rect(
          40 + (n % 4) * 30,
          40 + n * 30,
          80 + ((n * 67) % 160),
          10,
          ['#79cd91', '#80d4de', '#dfb956', '#bcb2ff'].at(n % 4),
        ) + rect(300 + (n % 3) * 30, 40 + n * 30, 60 + ((n * 41) % 140), 10, '#5a6668'),
    ),
  bread: () =>
    rect(0, 0, 640, 400, '#c8a97c') +
    path('M150 210q0-130 170-130t170 130-170 130-170-130z', '#8f5a2c') +
    path('M165 205q0-115 155-115t155 115-155 115-155-115z', '#b9793d') +
    ['M230 150q60 40 60 130', 'M300 120q50 50 40 180', 'M380 130q30 60 10 160', 'M220 230q90 20 200-30']
      .map(d => line(d, '#f1dcb7', 9))
      .join(''),
  bowls: () =>
    rect(0, 0, 640, 290, '#d8cfc2') +
    rect(0, 290, 640, 110, '#b8a894') +
    path('M90 170h180q0 120-90 120T90 170z', '#2f5f63') +
    path('M300 210h140q0 84-70 84t-70-84z', '#f0ebdf') +
    path('M480 90h80l-8 40q30 60-12 160h-40q-42-100-12-160z', '#8a3f2b'),
  type: () =>
    rect(0, 0, 640, 400, '#a82f20') +
    `<text x="60" y="310" font-family="serif" font-size="300" fill="#f6ead9">Rag</text>`,
  quilt: () =>
    repeat(96, n =>
      rect(
        (n % 12) * 54,
        Math.floor(n / 12) * 50,
        54,
        50,
        ['#c9912f', '#7d2a24', '#f0e6d2', '#1f3f50', '#f0e6d2'].at((n * 7 + Math.floor(n / 12) * 3) % 5),
      ),
    ),
  waves: () =>
    rect(0, 0, 640, 400, '#f1ece0') +
    repeat(77, n => {
      const x = (n % 11) * 64 + (Math.floor(n / 11) % 2 ? 32 : 0)
      const y = Math.floor(n / 11) * 62 + 40
      return [32, 22, 12].map((r, k) => circle(x, y, r, k % 2 ? '#f1ece0' : '#1f5a78')).join('')
    }),
  tower: () =>
    rect(0, 0, 640, 400, '#bcd2dc') +
    path('M180 400V90l240-50v360z', '#9a8f80') +
    path('M420 40l70 40v320h-70z', '#7c7264') +
    repeat(35, n =>
      rect(200 + (n % 5) * 44, 110 + Math.floor(n / 5) * 42, 30, 26, n % 4 ? '#d9e3e6' : '#f5d98a'),
    ),
  record: () =>
    rect(0, 0, 640, 400, '#d9593a') +
    circle(320, 210, 170, '#181818') +
    repeat(5, n => circle(320, 210, 70 + n * 20, 'none', 'stroke="#333" stroke-width="3"')) +
    circle(320, 210, 52, '#e8c15a') +
    circle(320, 210, 8, '#181818') +
    line('M540 40l-90 120', '#eee', 10),
}

export type Drawing = keyof typeof drawings

/** Returns a drawing as an SVG document. */
function renderDrawing(drawing: Drawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" viewBox="0 0 640 400">${drawings[drawing]()}</svg>`
}

/** Renders each drawing of the links once, in the two stored sizes. Nothing is fetched. */
export async function renderPictures(
  links: readonly { picture?: Drawing }[],
): Promise<Map<Drawing, Pictures>> {
  const rendered = new Map<Drawing, Pictures>()
  for (const drawing of new Set(links.flatMap(link => link.picture ?? [])))
    rendered.set(
      drawing,
      await createPictures(
        await sharp(Buffer.from(renderDrawing(drawing)))
          .png()
          .toBuffer(),
        { kind: 'job', key: 'seed' },
      ),
    )
  return rendered
}
