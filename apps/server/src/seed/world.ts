import type { Motif } from './motifs.ts'

/** One link of the demo world. Days are counted back from the day of the seeding. */
export interface SeedLink {
  name: string
  link?: string
  desc?: string
  category: 1 | 2 | 3 | 4 | 5
  subCategory?: number
  tags?: string[]
  day: number
  picture?: Motif
  favourite?: true
  trashed?: true
  check_list?: { text: string; done: boolean }[]
}

export interface SeedFolder {
  name: string
  desc?: string
  favourite?: true
  links?: SeedLink[]
  inside?: SeedFolder[]
}

/** The library of ada, the owner of the demo world: an essay about houses made of earth, and what else she keeps. */
export const adasLibrary: SeedFolder = {
  name: '',
  links: [
    {
      name: 'Moisture transfer in layered organic walls (preprint, 2nd revision)',
      link: 'https://openheat.example.org/preprints/moisture-layers',
      category: 4,
      subCategory: 1,
      desc: 'Twelve walls over two winters. The drainage layer matters more than the turf.',
      tags: ['papers', 'heat'],
      day: 3,
      picture: 'paper',
    },
    {
      name: 'Night trains of Europe, mapped and timed',
      link: 'https://nachtzugkarte.example.eu/linien',
      category: 3,
      desc: 'Every sleeper line still running, with the months it runs and the carriage types.',
      tags: ['trains', 'maps'],
      day: 2,
      picture: 'metro',
    },
    {
      name: 'Nattåget norrut: ett ljudporträtt från Luleå till Narvik',
      link: 'https://ljudbiten.example.se/nattaget',
      category: 5,
      tags: ['trains', 'field-recording'],
      day: 1,
    },
  ],
  inside: [
    {
      name: 'Research',
      desc: 'For the spring essay: how people kept warm with what lay underfoot.',
      favourite: true,
      links: [
        {
          name: 'Дома из дёрна: северная архитектура без гвоздей и бетона',
          link: 'https://domizderna.example.ru/sever',
          category: 3,
          tags: ['архитектура'],
          day: 1,
        },
        {
          name: 'كيف تُبنى البيوت الطينية في وادي حضرموت',
          link: 'https://teen-archive.example.ye/hadramawt',
          category: 3,
          tags: ['earth', 'yemen'],
          day: 8,
        },
      ],
      inside: [
        {
          name: 'Vernacular building',
          links: [
            {
              name: 'How turf houses kept Iceland warm for a thousand years',
              link: 'https://coldhouse.example.org/turf',
              category: 3,
              desc: 'Sod walls, driftwood frames and a fire in the middle.',
              tags: ['vernacular', 'iceland'],
              day: 0,
              picture: 'houses',
              favourite: true,
            },
            {
              name: 'Drawbore joinery without a single nail: cutting the full frame',
              link: 'https://slowtimber.example.tv/drawbore',
              category: 2,
              tags: ['joinery', 'workshop'],
              day: 0,
              picture: 'joint',
            },
          ],
          inside: [
            {
              name: 'Cold climates',
              links: [
                {
                  name: 'Goahti: huksehus mánáide ja olbmuide',
                  link: 'https://goahti.example.no/huksehus',
                  category: 3,
                  tags: ['sámi'],
                  day: 5,
                },
              ],
              inside: [
                {
                  name: 'Turf & timber',
                  desc: 'Houses made of what was underfoot: sod walls, driftwood frames, birch-bark roofs. Drawings, surveys, oral history and recordings for the spring essay.',
                  links: [
                    {
                      name: 'Gable fronts at the northern farm, hand-tinted plate',
                      link: 'https://plates.example.is/gables.png',
                      category: 1,
                      tags: ['gables', 'plates'],
                      day: 0,
                      picture: 'houses',
                    },
                    {
                      name: 'Driving rain on a sod roof: the drip edge, filmed at 240 frames',
                      link: 'https://slowtimber.example.tv/drip-edge',
                      category: 2,
                      tags: ['roof', 'water'],
                      day: 0,
                      picture: 'rain',
                    },
                    {
                      name: 'Guðrún remembers the winter of 1931',
                      link: 'https://fieldtapes.example.fm/gudrun',
                      category: 5,
                      tags: ['oral-history'],
                      day: 0,
                    },
                    {
                      name: 'Bachelard on returning to the nest',
                      category: 4,
                      subCategory: 2,
                      desc: 'A nest-house is never young.',
                      tags: ['quotes'],
                      day: 0,
                    },
                    {
                      name: 'Every surviving turf farm, on one map',
                      link: 'https://torfkort.example.is/kort',
                      category: 3,
                      tags: ['maps'],
                      day: 0,
                      picture: 'map',
                      favourite: true,
                    },
                    {
                      name: 'Wall section, notes from the site visit',
                      category: 4,
                      subCategory: 1,
                      desc: 'Order of layers, outside in: turf block (klömbruhnaus), strip turf every second course, gravel drain, birch bark ×4, boards. Ask the farmer about the second gable.',
                      tags: ['walls'],
                      day: 0,
                    },
                    {
                      name: 'Scarf joints, survey sheet 14',
                      link: 'https://timberdraw.example.net/scarf-14.png',
                      category: 1,
                      tags: ['joinery'],
                      day: 0,
                      picture: 'joint',
                    },
                    {
                      name: 'A very long working title about reconstructing the north wing of the farm, with everything that went wrong on the way',
                      link: 'https://nordbygg.example.museum/north-wing',
                      category: 3,
                      tags: ['archive'],
                      day: 1,
                    },
                  ],
                  inside: [
                    {
                      name: 'Roof details',
                      links: [
                        {
                          name: 'Botanical composition of 19th-century roof turf, plates I–XII',
                          link: 'https://plates.example.is/roof-turf.png',
                          category: 1,
                          tags: ['plates', 'botany'],
                          day: 20,
                          picture: 'fern',
                        },
                      ],
                    },
                    {
                      name: 'Baðstofa interiors',
                      links: [
                        {
                          name: 'Sleeping above the cattle: a short film',
                          link: 'https://slowtimber.example.tv/badstofa',
                          category: 2,
                          tags: ['iceland'],
                          day: 22,
                          picture: 'houses',
                        },
                      ],
                    },
                    {
                      name: 'Oral history, 1964–1981',
                      inside: [
                        {
                          name: 'Transcripts',
                          links: [
                            {
                              name: 'Cutting turf by hand with the last man who owns the spade',
                              link: 'https://fieldtapes.example.fm/spade',
                              category: 5,
                              tags: ['tools', 'oral-history'],
                              day: 5,
                            },
                          ],
                        },
                      ],
                    },
                  ],
                },
                {
                  name: 'Sámi goahti',
                  links: [
                    {
                      name: 'A goahti raised in one afternoon',
                      link: 'https://goahti.example.no/film',
                      category: 2,
                      tags: ['sámi', 'workshop'],
                      day: 9,
                      picture: 'houses',
                    },
                  ],
                },
              ],
            },
            {
              name: 'Earthen walls',
              links: [
                {
                  name: 'Rammed earth, layer by layer',
                  link: 'https://lehmbau.example.de/stampflehm',
                  category: 3,
                  desc: 'Korngrößen, Feuchte, Verdichtung.',
                  tags: ['earth', 'walls'],
                  day: 12,
                  picture: 'strata',
                },
              ],
            },
          ],
        },
        {
          name: 'Heat & insulation',
          links: [
            {
              name: 'Field note: why the drainage layer matters',
              category: 4,
              subCategory: 1,
              desc: 'Heat moves through a wet wall about twenty times faster than through a dry one, so the drainage layer matters more than the thickness of the turf.',
              tags: ['heat', 'to-cite'],
              day: 0,
            },
            {
              name: 'Thermal performance of turf walls: a review of in-situ measurements',
              link: 'https://openheat.example.org/review',
              category: 4,
              subCategory: 1,
              desc: 'Forty years of loggers in old walls.',
              tags: ['papers', 'heat'],
              day: 21,
              picture: 'paper',
            },
          ],
        },
        {
          name: 'Papers to cite',
          links: [
            {
              name: 'Turf cutting rights, a short legal history',
              link: 'https://moorlaw.example.ie/turbary',
              category: 3,
              tags: ['law', 'to-cite'],
              day: 23,
            },
          ],
        },
      ],
    },
    {
      name: 'Reading pile',
      favourite: true,
      links: [
        {
          name: 'The long goodbye of the reading chair: how furniture lost its corner of the room',
          link: 'https://interiorhistory.example.press/reading-chair',
          category: 4,
          subCategory: 1,
          desc: 'An essay on chairs nobody sits in any more.',
          tags: ['essays', 'rooms'],
          day: 0,
          picture: 'paper',
        },
        {
          name: 'Dark-sky places you can reach by train',
          link: 'https://nightplaces.example.eu/by-train',
          category: 3,
          tags: ['travel', 'trains'],
          day: 0,
          picture: 'stars',
          favourite: true,
        },
        {
          name: 'Writing a text editor in an afternoon, then spending ten years on undo',
          link: 'https://longtake.example.tv/undo',
          category: 2,
          tags: ['software', 'talks'],
          day: 1,
          picture: 'code',
        },
        {
          name: 'Ask Lena: which edition has the fold-out maps?',
          category: 4,
          subCategory: 1,
          desc: 'The 1911 one, she thinks. The library in Uppsala has both.',
          tags: ['to-ask'],
          day: 1,
        },
        {
          name: 'ISO 8601 is not a date format (and other small heartbreaks)',
          link: 'https://calendarbugs.example.dev/iso',
          category: 3,
          tags: ['software'],
          day: 4,
        },
        {
          name: '“Attention is the rarest and purest form of generosity.”',
          category: 4,
          subCategory: 2,
          desc: 'Attention is the rarest and purest form of generosity.',
          tags: ['quotes', 'weil'],
          day: 5,
        },
        {
          name: 'Handsetting for the impatient: a compositor’s checklist',
          link: 'https://leadandcase.example.co/checklist',
          category: 3,
          tags: ['print'],
          day: 7,
        },
        {
          name: 'On the legibility of tables: a study with 412 readers',
          link: 'https://readability.example.ac/tables',
          category: 4,
          subCategory: 1,
          desc: 'Rules between rows help less than everybody thinks.',
          tags: ['papers'],
          day: 9,
          picture: 'paper',
        },
      ],
    },
    {
      name: 'Kitchen',
      inside: [
        {
          name: 'Pain & levain',
          links: [
            {
              name: 'Le pain au levain, étape par étape : la fermentation longue',
              link: 'https://fournildunord.example.fr/levain',
              category: 2,
              tags: ['bread'],
              day: 3,
              picture: 'bread',
            },
            {
              name: 'For Friday',
              category: 4,
              subCategory: 4,
              desc: '',
              check_list: [
                { text: 'Rye flour, 2 kg', done: true },
                { text: 'Feed the starter on Thursday night', done: false },
                { text: 'Borrow the big pot', done: false },
              ],
              day: 1,
              tags: ['bread'],
            },
          ],
        },
        {
          name: 'Pickles, ferments',
          links: [
            {
              name: 'Korean winter kimchi: 김장하는 날',
              link: 'https://gimjang.example.kr/day',
              category: 3,
              tags: ['ferment'],
              day: 14,
              picture: 'bowls',
            },
          ],
        },
      ],
      links: [
        {
          name: 'Three bowls, wood-fired, 1962',
          link: 'https://clay.example.museum/bowls.png',
          category: 1,
          day: 2,
          picture: 'bowls',
        },
      ],
    },
    {
      name: 'Type & print — specimens and presses',
      links: [
        {
          name: 'Rag: a wide grotesque for noisy walls',
          link: 'https://letterhall.example.studio/rag.png',
          category: 1,
          tags: ['type'],
          day: 4,
          picture: 'type',
        },
        {
          name: 'Backstrap loom patterns, a colour-corrected archive',
          link: 'https://threadroom.example.org/loom.png',
          category: 1,
          tags: ['pattern'],
          day: 4,
          picture: 'quilt',
        },
        {
          name: 'Seigaiha, redrawn',
          link: 'https://threadroom.example.org/seigaiha.png',
          category: 1,
          tags: ['pattern'],
          day: 11,
          picture: 'waves',
        },
      ],
    },
    {
      name: '東京 2025 — 喫茶店と建築',
      links: [
        {
          name: '東京の喫茶店をめぐる — 昭和の椅子と珈琲、そして窓辺の時間',
          link: 'https://kissaten-note.example.jp/showa',
          category: 3,
          tags: ['東京', 'coffee'],
          day: 2,
          picture: 'tower',
        },
        {
          name: '中銀カプセルタワー、最後の一年',
          link: 'https://kenchiku.example.jp/capsule',
          category: 3,
          tags: ['東京'],
          day: 30,
          picture: 'tower',
        },
      ],
    },
    {
      name: 'Soundscapes',
      links: [
        {
          name: 'Die Kunst der Fuge, vollständige Aufnahme mit mitlaufender Partitur',
          link: 'https://klangarchiv.example.de/fuge',
          category: 5,
          tags: ['bach', 'scores'],
          day: 2,
        },
        {
          name: 'The sound of a turf wall drying',
          link: 'https://fieldtapes.example.fm/wall',
          category: 5,
          tags: ['field-recording'],
          day: 17,
        },
        {
          name: 'Cutting a dubplate at half speed',
          link: 'https://grooveroom.example.video/dubplate',
          category: 2,
          tags: ['sound'],
          day: 8,
          picture: 'record',
        },
        {
          name: 'An old link nobody needs',
          link: 'https://gone.example.org/',
          category: 3,
          day: 40,
          trashed: true,
        },
      ],
    },
  ],
}

/** The others of the cast have little of their own. */
export const smallLibrary: SeedFolder = {
  name: '',
  links: [
    {
      name: 'A walk along the river at night',
      link: 'https://nightplaces.example.eu/river',
      category: 3,
      tags: ['walks'],
      day: 6,
      picture: 'stars',
    },
  ],
  inside: [
    {
      name: 'Recipes',
      links: [
        {
          name: 'Bread for beginners',
          link: 'https://fournildunord.example.fr/debut',
          category: 2,
          tags: ['bread'],
          day: 10,
          picture: 'bread',
        },
      ],
    },
  ],
}
