/** Price times weight in whole pence; half a penny goes to the buyer, as it always has at this stall. */
export function lineTotal(pencePerKg: number, grams: number): number {
  const exact = (pencePerKg * grams) / 1000
  return exact < 0 ? -Math.floor(-exact + 0.5) : Math.ceil(exact - 0.5)
}
