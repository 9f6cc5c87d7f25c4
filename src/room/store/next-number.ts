/** One more than the highest number in use, so that no id comes twice even where something was taken out by hand. */
export function nextNumber(items: readonly { id: string }[], prefix: string): number {
  const used = items.map(({ id }) => (id.startsWith(prefix) ? Number(id.slice(prefix.length)) : 0))
  return 1 + used.reduce((most, number) => (Number.isSafeInteger(number) && number > most ? number : most), 0)
}
