import { audio, image, page, type SeedCollection, video } from './shapes.ts'

export const typeAndPrint: SeedCollection = {
  name: 'Type & print — specimens, presses, paper',
  links: [
    {
      title: 'Rag: a wide grotesque for noisy walls',
      category: image,
      address: 'https://letterhall.example/rag.png',
      tags: ['type'],
      on: '03-10',
      picture: 'type',
    },
    {
      title: 'Backstrap loom patterns, a colour-corrected archive',
      category: image,
      address: 'https://threadroom.example/loom',
      tags: ['weaving', 'plates'],
      on: '03-10',
      picture: 'quilt',
    },
    {
      title: 'Handsetting for the impatient: a compositor’s checklist',
      category: page,
      address: 'https://leadandcase.example/handsetting',
      tags: ['print'],
      on: '03-07',
    },
    {
      title: 'Τυπογραφικά στοιχεία του 18ου αιώνα',
      category: page,
      address: 'https://stoicheia.example/18',
      tags: ['type', 'greek'],
      on: '02-16',
      picture: 'type',
    },
  ],
  children: [
    {
      name: 'Paper',
      links: [
        {
          title: 'Covers with two inks and no picture',
          category: image,
          address: 'https://twoinks.example/covers',
          tags: ['print', 'covers'],
          on: '02-08',
          picture: 'quilt',
        },
      ],
    },
  ],
}

export const tokyo: SeedCollection = {
  name: '東京 2025 — 喫茶店と建築',
  links: [
    {
      title: '東京の喫茶店をめぐる — 昭和の椅子と珈琲、そして窓辺の時間',
      category: page,
      address: 'https://kissaten-note.example/tokyo',
      text: '神保町から谷中まで、朝の三軒と夜の二軒。',
      tags: ['東京', 'coffee'],
      on: '03-12',
      picture: 'tower',
      favourite: true,
    },
    {
      title: '青海波 — Seigaiha, redrawn',
      category: image,
      address: 'https://mon-yo.example/seigaiha.svg',
      tags: ['pattern', '東京'],
      on: '03-03',
      picture: 'waves',
    },
    {
      title: '谷中の坂道 地図',
      category: page,
      address: 'https://www.google.com/maps/@35.7265,139.7668,16z',
      tags: ['maps', '東京'],
      on: '02-27',
      picture: 'map',
    },
  ],
}

export const soundscapes: SeedCollection = {
  name: 'Soundscapes',
  links: [
    {
      title: 'Nattåget norrut: ett ljudporträtt från Luleå till Narvik',
      category: audio,
      address: 'https://ljudbiten.example/nattaget',
      tags: ['trains', 'field-recording'],
      on: '03-13',
    },
    {
      title: 'Die Kunst der Fuge, vollständige Aufnahme mit mitlaufender Partitur',
      category: audio,
      address: 'https://klangarchiv.example/bwv-1080',
      tags: ['bach', 'scores'],
      on: '03-12',
    },
    {
      title: 'Cutting a dubplate at half speed',
      category: video,
      address: 'https://grooveroom.example/half-speed',
      tags: ['sound'],
      on: '03-06',
      picture: 'record',
    },
    {
      title: 'The sound of a turf wall drying',
      category: audio,
      address: 'https://fieldtapes.example/turf-wall.ogg',
      tags: ['field-recording'],
      on: '02-27',
    },
  ],
  children: [
    {
      name: 'Sleeves',
      links: [
        {
          title: 'Seven-inch sleeves of one small label',
          category: image,
          address: 'https://grooveroom.example/sleeves.webp',
          tags: ['covers', 'sound'],
          on: '01-25',
          picture: 'record',
        },
      ],
    },
  ],
}
