/**
 * Moves addresses out of the sentences to the end of the page. Only our own links match: what people wrote has no bare
 * angle bracket left.
 */
export function withLinksBelow(page: string): string {
  const numbers = new Map<string, number>()
  const text = page.replace(/\]\(<([^<>\n]*)>\)/g, (_, address: string) => {
    const number = numbers.get(address) ?? numbers.size + 1
    numbers.set(address, number)
    return `][${number}]`
  })
  const list = [...numbers].map(([address, number]) => `[${number}]: <${address}>`)
  return list.length === 0 ? text : `${text}\n${list.join('\n')}\n`
}
