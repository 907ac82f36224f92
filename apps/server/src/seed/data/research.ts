import { audio, image, note, page, type SeedCollection, video } from './shapes.ts'

const turfAndTimber: SeedCollection = {
  name: 'Turf & timber',
  desc: 'Houses made of what was underfoot: sod walls, driftwood frames, birch-bark roofs. Drawings, surveys, oral history and recordings for the spring essay.',
  favourite: true,
  links: [
    {
      title: 'How turf houses kept Iceland warm for a thousand years',
      category: page,
      address: 'https://coldhouse.example/turf/thousand-years',
      text: 'Sod, driftwood and one small fire: a long walk through the walls of the north.',
      tags: ['vernacular', 'iceland'],
      on: '03-14',
      picture: 'houses',
      favourite: true,
    },
    {
      title: 'Driving rain on a sod roof: the drip edge, filmed at 240 frames a second',
      category: video,
      address: 'https://slowtimber.example/films/drip-edge',
      text: 'Two hours of horizontal rain on a reconstructed north gable, slowed until you can watch each drop decide which way to go. The turf holds far more than you would think; the failure, when it comes, is always at the edge board.',
      tags: ['roof', 'water', 'vernacular', 'slow-motion'],
      on: '03-14',
      picture: 'rain',
    },
    {
      title: 'Bachelard on returning to the nest',
      category: note,
      kind: 2,
      text: '“A nest-house is never young.”',
      tags: ['quotes'],
      on: '03-14',
    },
    {
      title: 'Every surviving turf farm, on one map',
      category: page,
      address: 'https://torfkort.example/map',
      tags: ['maps', 'iceland'],
      on: '03-14',
      picture: 'map',
      favourite: true,
    },
    {
      title: 'Wall section, notes from the site visit',
      category: note,
      kind: 1,
      text: 'Order of layers, outside in: turf block (klömbruhnaus), strip turf every second course, gravel drain, birch bark ×4, boards. Ask the museum if the bark was overlapped upwards.',
      tags: ['walls'],
      on: '03-13',
    },
    {
      title:
        'A very long working title about reconstructing the north wing of a farmhouse using only photographs, tax rolls and one surviving door',
      category: page,
      address: 'https://nordbygg.example/archive/north-wing',
      tags: ['archive'],
      on: '03-13',
    },
    {
      title: 'Scarf joints, survey sheet 14',
      category: image,
      address: 'https://timberdraw.example/sheets/14.png',
      tags: ['joinery', 'plates'],
      on: '03-12',
      picture: 'joint',
    },
    {
      title: 'Turf courses: klömbruhnaus, strengur, snidda — which is which',
      category: note,
      kind: 1,
      text: 'Klömbra leans, strengur lies, snidda is cut on the slant. In the photographs the herringbone is always klömbra.',
      tags: ['walls'],
      on: '03-08',
    },
  ],
  children: [
    {
      name: 'Roof details',
      links: [
        {
          title: 'Botanical composition of 19th-century roof turf, plates I–XII',
          category: image,
          address: 'https://herbarium.example/plates/roof-turf',
          tags: ['plates', 'botany'],
          on: '02-25',
          picture: 'fern',
        },
        {
          title: 'Gable fronts at the northern farm, hand-tinted plate',
          category: image,
          address: 'https://herbarium.example/plates/gables.jpg',
          tags: ['gables', 'plates'],
          on: '03-01',
          picture: 'houses',
        },
      ],
    },
    {
      name: 'Baðstofa interiors',
      links: [
        {
          title: 'Torfbær – Wikipedia, frjálsa alfræðiritið',
          category: page,
          address: 'https://is.wikipedia.org/wiki/Torfb%C3%A6r',
          tags: ['iceland'],
          on: '02-20',
        },
      ],
    },
    {
      name: 'Oral history, 1964–1981',
      links: [
        {
          title: 'Guðrún remembers the winter of 1931',
          category: audio,
          address: 'https://raddir.example/tapes/1967-11/gudrun.mp3',
          text: 'Nine minutes about snow in the passage, a lamp that would not burn, and who slept where.',
          tags: ['oral-history'],
          on: '03-14',
          favourite: true,
        },
        {
          title: 'Cutting turf by hand with the last man who owns the spade',
          category: video,
          address: 'https://slowtimber.example/films/spade',
          tags: ['tools', 'oral-history'],
          on: '03-10',
          picture: 'strata',
        },
      ],
    },
  ],
}

export const research: SeedCollection = {
  name: 'Research',
  desc: 'For the spring essay and whatever comes after it.',
  favourite: true,
  links: [
    {
      title: 'Plate for the cover, second state',
      category: image,
      address: 'https://herbarium.example/plates/cover.png',
      tags: ['plates'],
      on: '03-14',
      picture: 'houses',
    },
    {
      title: 'All surveys on one sheet',
      category: page,
      address: 'https://openheat.example/surveys',
      text: 'Forty-one walls, two winters each. The thin ones are the surprise.',
      tags: ['heat', 'papers'],
      on: '03-13',
      picture: 'paper',
    },
    {
      title: 'What a wall is made of, in eleven cuts',
      category: image,
      address: 'https://timberdraw.example/sheets/strata.png',
      tags: ['walls', 'plates'],
      on: '03-12',
      picture: 'strata',
    },
  ],
  children: [
    {
      name: 'Vernacular building',
      desc: 'Built without architects, mended by everybody.',
      children: [
        {
          name: 'Cold climates',
          children: [
            turfAndTimber,
            {
              name: 'Sámi goahti',
              links: [
                {
                  title: 'Goahti: huksehus mánáide ja olbmuide, bargobihttá',
                  category: page,
                  address: 'https://goahti.example/hukset',
                  tags: ['sámi'],
                  on: '03-11',
                },
              ],
            },
          ],
          links: [
            {
              title: 'Дома из дёрна: северная архитектура без гвоздей и печных труб',
              category: page,
              address: 'https://domizderna.example/sever',
              tags: ['архитектура', 'vernacular'],
              on: '03-13',
            },
          ],
        },
        {
          name: 'Earthen walls',
          links: [
            {
              title: 'كيف تُبنى البيوت الطينية في وادي حضرموت',
              category: page,
              address: 'https://teen-archive.example/hadramawt',
              text: 'من تخمير الطين إلى آخر طبقة من الجص: عمل البنّائين في شبام خطوة بخطوة.',
              tags: ['earth', 'yemen'],
              on: '03-08',
              picture: 'tower',
            },
            {
              title: 'בנייה באדמה: קירות שנושמים',
              category: page,
              address: 'https://he.wikipedia.org/wiki/%D7%90%D7%93%D7%95%D7%91%D7%94',
              tags: ['earth'],
              on: '02-18',
            },
          ],
        },
      ],
      links: [
        {
          title: 'Drawbore joinery without a single nail: cutting the full frame',
          category: video,
          address: 'https://slowtimber.example/films/drawbore',
          tags: ['joinery', 'workshop'],
          on: '03-14',
          picture: 'joint',
        },
      ],
    },
    {
      name: 'Heat & insulation',
      links: [
        {
          title: 'Field note: why the drainage layer matters',
          category: note,
          kind: 1,
          text: 'Heat moves through a wet wall about twenty times faster than through a dry one, so the drainage layer matters more than the thickness of the turf. Check the 1971 survey for the sill heights before quoting.',
          tags: ['heat', 'to-cite'],
          on: '03-14',
        },
        {
          title: 'Thermal performance of turf walls: a review of in-situ measurements 1971–2023',
          category: note,
          kind: 1,
          address: 'https://openheat.example/papers/turf-review',
          text: 'The range is wider than any of the means. Table 4 is the one to redraw.',
          tags: ['papers', 'heat'],
          on: '02-21',
          picture: 'strata',
        },
      ],
    },
    {
      name: 'Papers to cite',
      links: [
        {
          title: 'Moisture transfer in layered organic walls (preprint, 2nd revision)',
          category: note,
          kind: 1,
          address: 'https://openheat.example/papers/moisture',
          text: 'Section 3 has the method; the appendix has the honest numbers.',
          tags: ['papers', 'to-cite'],
          on: '03-11',
          picture: 'paper',
        },
        {
          title: 'On the legibility of tables: a study with 412 readers',
          category: note,
          kind: 1,
          address: 'https://readability.example/tables',
          text: 'Rules between every third row, numbers right, units once.',
          tags: ['papers'],
          on: '03-05',
          picture: 'paper',
        },
      ],
    },
    {
      name: 'Peat, turf, fuel',
      links: [
        {
          title: 'Turf cutting rights, a short legal history (PDF)',
          category: page,
          address: 'https://moorlaw.example/turbary.pdf',
          tags: ['law'],
          on: '02-19',
        },
      ],
    },
    { name: 'Turf suppliers and grants' },
  ],
}
