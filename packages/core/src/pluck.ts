/** Returns one field of each row. */
export const pluck = <Row extends object, Field extends keyof Row>(
  rows: readonly Row[],
  field: Field,
): Row[Field][] => rows.map(row => row[field])
