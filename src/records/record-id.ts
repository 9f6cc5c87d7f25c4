/** Sequence number ↔ wire id: R001, R1000. */
export function recordId(seq: number): string {
  return `R${String(seq).padStart(3, '0')}`
}

const shape = /^[Rr]0*([1-9][0-9]{0,8})$/

/** Any case, any zero padding; undefined for what cannot be a record id. */
export function parseRecordId(text: string): number | undefined {
  const digits = shape.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
