import { image, note, page, type SeedCollection, video } from './shapes.ts'

export const kitchen: SeedCollection = {
  name: 'Kitchen',
  links: [
    {
      title: 'Three bowls, wood-fired, 1962',
      category: image,
      address: 'https://potshelf.example/bowls-1962.jpg',
      tags: ['pots'],
      on: '03-12',
      picture: 'bowls',
    },
    {
      title: 'Shopping for the week after next',
      category: note,
      kind: 4,
      text: '',
      tags: ['lists'],
      on: '03-02',
      checklist: [
        ['Rye, coarse, 5 kg', true],
        ['Cloth for the baskets', false],
        ['Salt without anything in it', true],
      ],
    },
    {
      title: 'Clear broth, four hours, no hurry',
      category: page,
      address: 'https://slowbowl.example/broth',
      tags: ['soup'],
      on: '02-28',
      picture: 'bowls',
      favourite: true,
    },
  ],
  children: [
    {
      name: 'Pain & levain',
      links: [
        {
          title: 'Le pain au levain, étape par étape : la fermentation longue',
          category: video,
          address: 'https://fournildunord.example/levain',
          text: 'Du rafraîchi du soir à la grigne du matin, sans minuterie.',
          tags: ['bread', 'levain'],
          on: '03-11',
          picture: 'bread',
        },
        {
          title: 'Pâte fermentée – Wikipédia',
          category: page,
          address: 'https://fr.wikipedia.org/wiki/Levain',
          tags: ['levain'],
          on: '02-14',
        },
      ],
    },
    {
      name: 'Pickles, ferments',
      links: [
        {
          title: '김치 담그는 법: 배추부터 젓갈까지',
          category: page,
          address: 'https://kimchi.example/baechu',
          tags: ['ferments', '김치'],
          on: '02-11',
          picture: 'bowls',
        },
        {
          title: 'Brine, by weight',
          category: note,
          kind: 1,
          text: '2 % for cabbage, 3.5 % for cucumbers, 5 % when it is hot. Weigh the water and the vegetables together.',
          tags: ['ferments'],
          on: '01-30',
        },
      ],
    },
  ],
}
