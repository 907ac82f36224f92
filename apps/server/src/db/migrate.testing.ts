/** As the names of all migrations that the baseline replaced: as many, and the same last one. */
export const replacedMigrations: readonly string[] = [
  ...Array.from({ length: 78 }, (_, n) => `${String(n + 1).padStart(3, '0')}-step`),
  '103-termPrefixes',
]
