import { assertDefined } from '@nestmark/core/assertDefined'

const syllables =
  'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu bra cle dro fli gra ple sti tro'.split(' ')
export const words = Array.from({ length: 4000 }, (_, at) => {
  let word = ''
  for (let rest = at + 29; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length]
  return word
})
export const foreignWords = [
  '日本語 資料 入門 設計 検索 東京 写真 料理 歴史 開発',
  '中文 数据库 教程 摄影 城市 历史 网络 旅行 科学',
  '한국어 안내 데이터 요리 역사 사진 검색',
  'руководство поиск данные история город заметки книги',
  'Ελληνικά οδηγός ιστορία βιβλία πόλη',
  'العربية دليل تاريخ كتب بحث',
  'עברית מדריך היסטוריה ספרים',
  'Übersicht Größe Straße Müller schön Wörterbuch',
  'café naïve façade déjà crème œuvre 🚀 📚 🧪 ✨',
].map(line => line.split(' '))

/** A seeded pseudo-random number generator (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a number from 0 up to, but not including, 1. */
  share(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  below(n: number): number {
    return Math.floor(this.share() * n)
  }

  /** Returns an index of a list of length n, strongly skewed towards the first entries. */
  rank(n: number): number {
    return Math.min(n - 1, Math.floor((n + 1) ** this.share() - 1))
  }

  of<T>(list: readonly T[]): T {
    return assertDefined(list[this.below(list.length)], 'entry')
  }

  /** Returns an entry of a list, far more often one of the first. */
  ranked<T>(list: readonly T[]): T {
    return assertDefined(list[this.rank(list.length)], 'entry')
  }

  word(): string {
    return this.ranked(words)
  }

  foreignWord(): string {
    return this.of(this.of(foreignWords))
  }
}
