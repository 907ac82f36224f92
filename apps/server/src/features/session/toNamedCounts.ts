interface Counts {
  n1: number
  n2: number
  n3: number
  n4: number
  n5: number
}

/** Returns the counters of a row by the names of the categories. */
export function toNamedCounts({ n1, n2, n3, n4, n5 }: Counts) {
  return { see: n1, watch: n2, explore: n3, read: n4, listen: n5 }
}
