import { kitchen } from './kitchen.ts'
import { readingPile } from './reading.ts'
import { research } from './research.ts'
import { soundscapes, tokyo, typeAndPrint } from './more.ts'
import { image, note, page, type SeedCollection, type SeedLink, video } from './shapes.ts'

export interface SeedPerson {
  name: string
  email: string
  /** 1 free, 2 paid. */
  plan: number
  /** Role in the demo data. */
  role: string
  collections: readonly SeedCollection[]
  /** Links outside any collection. */
  uncategorized: readonly SeedLink[]
}

/** The same people as in the tests. */
export const people: readonly SeedPerson[] = [
  {
    name: 'Ada Inga Magnúsdóttir',
    email: 'ada@example.org',
    plan: 2,
    role: 'owner',
    collections: [
      research,
      readingPile,
      soundscapes,
      tokyo,
      kitchen,
      typeAndPrint,
      {
        name: 'Old flat',
        links: [
          {
            title: 'Floor plan, second floor left',
            category: image,
            address: 'https://oldflat.example/plan.png',
            on: '01-05',
            picture: 'map',
          },
          {
            title: 'What the meter said in January',
            category: note,
            kind: 1,
            text: '41,882 in the morning.',
            on: '01-06',
          },
        ],
      },
    ],
    uncategorized: [
      {
        title: 'Chimney swifts and where they sleep',
        category: page,
        address: 'https://en.wikipedia.org/wiki/Chimney_swift',
        tags: ['birds'],
        on: '03-04',
      },
      {
        title: 'A lamp that is too expensive',
        category: page,
        address: 'https://lampshop.example/too-much',
        on: '02-01',
        trashed: true,
      },
      {
        title: 'Draft of a letter that was never sent',
        category: note,
        kind: 1,
        text: 'Dear all, I have looked at the wall again.',
        on: '01-18',
        trashed: true,
      },
    ],
  },
  {
    name: 'Willem de Groot',
    email: 'willem@example.org',
    plan: 2,
    role: 'writes with ada',
    collections: [
      {
        name: 'Slaapwagens',
        desc: 'Nachttreinen, oud en nieuw.',
        links: [
          {
            title: 'Nachttreinen vanaf Amsterdam, dienstregeling',
            category: page,
            address: 'https://nachttrein.example/amsterdam',
            tags: ['treinen'],
            on: '03-10',
            picture: 'metro',
          },
          {
            title: 'Het bed boven: een film van twaalf minuten',
            category: video,
            address: 'https://longtake.example/films/het-bed-boven',
            tags: ['treinen', 'film'],
            on: '03-02',
            picture: 'stars',
          },
        ],
      },
    ],
    uncategorized: [],
  },
  {
    name: 'Rosa Benítez',
    email: 'rosa@example.org',
    plan: 1,
    role: 'reads with ada',
    collections: [
      {
        name: 'Lecturas',
        links: [
          {
            title: 'La casa y el nido: apuntes',
            category: note,
            kind: 1,
            text: 'Volver a leer el capítulo cuatro con un lápiz.',
            tags: ['lecturas'],
            on: '03-09',
          },
          {
            title: 'Helechos del norte, láminas',
            category: image,
            address: 'https://herbarium.example/plates/helechos',
            tags: ['plantas'],
            on: '02-22',
            picture: 'fern',
          },
        ],
      },
    ],
    uncategorized: [],
  },
  {
    name: 'Xaver Lindner',
    email: 'xaver@example.org',
    plan: 1,
    role: 'a stranger',
    collections: [],
    uncategorized: [
      {
        title: 'Fahrplan der Standseilbahn',
        category: page,
        address: 'https://bergbahn.example/fahrplan',
        on: '03-01',
      },
    ],
  },
]

/** The collection of ada in the trash. */
export const trashedCollection = 'Old flat'
