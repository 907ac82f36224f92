/** The legacy encodings of languages, and of countries and scripts, the most likely first. */
const charsetsByRegion: { encodings: string[]; languages: string; places: string }[] = [
  { encodings: ['shift_jis', 'euc-jp'], languages: 'ja', places: 'jp' },
  { encodings: ['gb18030', 'big5'], languages: 'zh', places: 'cn' },
  { encodings: ['big5', 'gb18030'], languages: '', places: 'tw hk hant' },
  { encodings: ['euc-kr'], languages: 'ko', places: 'kr' },
  {
    encodings: ['windows-1251', 'koi8-r'],
    languages: 'ru uk be bg kk mk sr',
    places: 'ru su ua by bg kz xn--p1ai',
  },
  { encodings: ['windows-1250'], languages: 'pl cs sk hu ro hr sl', places: 'pl cz sk hu ro hr si' },
  { encodings: ['windows-1253'], languages: 'el', places: 'gr' },
  { encodings: ['windows-1254'], languages: 'tr', places: 'tr' },
  { encodings: ['windows-1255'], languages: 'he', places: 'il' },
  { encodings: ['windows-1256'], languages: 'ar fa ur', places: 'sa eg ir pk' },
  { encodings: ['windows-1257'], languages: 'lt lv et', places: 'lt lv ee' },
  { encodings: ['windows-1258'], languages: 'vi', places: 'vn' },
  { encodings: ['windows-874'], languages: 'th', places: 'th' },
]

/**
 * Returns the encodings to try for a page that declares none, the most likely first.
 * @param language first part of its language tag, or ''
 * @param region second part of its language tag, or ''
 * @param country last label of its host
 */
export function listLegacyCharsets(language: string, region: string, country: string): string[] {
  const matchEncodings = (key: 'languages' | 'places', code: string) =>
    charsetsByRegion
      .filter(entry => code && entry[key].split(' ').includes(code))
      .flatMap(entry => entry.encodings)
  return [
    ...matchEncodings('places', region),
    ...matchEncodings('languages', language),
    ...matchEncodings('places', country),
  ]
}
