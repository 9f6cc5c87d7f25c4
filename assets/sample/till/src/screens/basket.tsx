/** The basket adds stored lines; it never multiplies again. */
export function Basket({ lines }: { lines: readonly Line[] }) {
  const total = lines.reduce((sum, line) => sum + line.pence, 0)
  return <Total pence={total} />
}
