/** A page with highlights: text, comment and colour. */
export interface SeedHighlights {
  address: string
  title: string
  /** Month and day in 2025. */
  on: string
  highlights: readonly (readonly [text: string, comm: string, style: 1 | 2 | 3 | 4])[]
}

/** Highlights of Ada, on pages that she has saved, and on one that she has not. */
export const highlights: readonly SeedHighlights[] = [
  {
    address: 'https://coldhouse.example/turf/thousand-years',
    title: 'How turf houses kept Iceland warm for a thousand years',
    on: '03-14',
    highlights: [
      ['A wall of sod two metres thick loses less heat than a modern window.', 'Check the figure', 1],
      ['One small fire was enough, because the animals slept below.', '', 4],
      ['When a wall was rebuilt, the old one was cut up and spread on the field.', 'For the essay: nothing is waste', 2],
    ],
  },
  {
    address: 'https://torfkort.example/map',
    title: 'Every surviving turf farm, on one map',
    on: '03-13',
    highlights: [['Only sixteen farms still stand where they were built.', '', 3]],
  },
  {
    address: 'https://barkbook.example/layers',
    title: 'Birch bark, layer by layer',
    on: '03-10',
    highlights: [
      ['Bark is laid with its white side down, like the scales of a fish.', 'Upwards or downwards? Ask the museum', 1],
      ['Four layers last a hundred years.', '', 1],
    ],
  },
]
