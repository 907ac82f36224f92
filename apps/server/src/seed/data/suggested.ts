import { note, page, video } from './shapes.ts'

/** A suggested link in the demo data, and its outcome. */
export interface SeedSuggestion {
  to: string
  collection: string
  /** Absent for a visitor. */
  from?: string
  title: string
  category: 1 | 2 | 3 | 4 | 5
  address?: string
  text?: string
  tags?: readonly string[]
  /** Hours before the time of seeding. */
  ago: number
  /** Decided this many hours later; absent while pending. */
  decided?: { after: number; approve?: true; word?: string }
}

/** In chronological order. */
export const suggested: readonly SeedSuggestion[] = [
  {
    to: 'ada',
    collection: 'Reading pile',
    from: 'xaver',
    title: 'Warum Vögel nicht vom Ast fallen',
    category: page,
    address: 'https://vogelwarte.example/schlafen',
    text: 'Eine Sehne, die von allein greift.',
    tags: ['birds'],
    ago: 100,
    decided: { after: 20, approve: true },
  },
  {
    to: 'ada',
    collection: 'Reading pile',
    from: 'rosa',
    title: 'Diez casas que no existen',
    category: page,
    address: 'https://revista.example/diez-casas',
    ago: 90,
    decided: { after: 30, word: 'A lovely list, but I have it under Kitchen already.' },
  },
  {
    to: 'willem',
    collection: 'Slaapwagens',
    from: 'ada',
    title: 'The night train that carried a grand piano',
    category: video,
    address: 'https://longtake.example/films/grand-piano',
    tags: ['film'],
    ago: 70,
    decided: { after: 5, approve: true },
  },
  {
    to: 'ada',
    collection: 'Papers to cite',
    from: 'willem',
    title: 'Thermal lag of sod walls, measured over three winters',
    category: page,
    address: 'https://papers.example/sod-thermal-lag',
    text: 'They put forty sensors into one wall and left them there.',
    tags: ['heat', 'walls'],
    ago: 28,
  },
  {
    to: 'ada',
    collection: 'Reading pile',
    from: 'xaver',
    title: 'Ein Nest aus Draht und Bonbonpapier',
    category: page,
    address: 'https://vogelwarte.example/stadtnester',
    tags: ['birds'],
    ago: 8,
  },
  {
    to: 'ada',
    collection: 'Reading pile',
    title: 'A note of thanks from a reader',
    category: note,
    text: 'I found this pile by chance and stayed the whole evening. The piece on chimneys is my favourite.',
    ago: 5,
  },
  {
    to: 'willem',
    collection: 'Slaapwagens',
    from: 'rosa',
    title: 'Trenhotel: diez horas hasta Lisboa',
    category: page,
    address: 'https://trenes.example/trenhotel',
    tags: ['treinen'],
    ago: 4,
  },
]
