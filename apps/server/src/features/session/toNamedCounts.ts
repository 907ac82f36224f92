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

type Times = Record<'changed1' | 'changed2' | 'changed3' | 'changed4' | 'changed5', number>

/** Returns the times of the last changes of a library by the names of the categories. */
export function toNamedTimes({ changed1, changed2, changed3, changed4, changed5 }: Times) {
  return { see: changed1, watch: changed2, explore: changed3, read: changed4, listen: changed5 }
}

type Bytes = Record<'c1_bytes' | 'c2_bytes' | 'c3_bytes' | 'c4_bytes' | 'c5_bytes', number>

/** Returns the stored bytes of a row by the names of the categories. */
export function toNamedBytes({ c1_bytes, c2_bytes, c3_bytes, c4_bytes, c5_bytes }: Bytes) {
  return { see: c1_bytes, watch: c2_bytes, explore: c3_bytes, read: c4_bytes, listen: c5_bytes }
}
