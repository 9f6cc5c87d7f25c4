/** Spellings that mean the same word of a table stand behind it in brackets. */
const colors = table(
  `black white gray(grey) silver brown hazel amber chestnut auburn red ginger copper blond(blonde) gold(golden) yellow
  green emerald blue azure violet purple pink orange`,
)
const modifiers = new Set('dark pale light bright deep soft clear cold warm tired dull'.split(' '))
const materials = table(
  `bronze iron brass steel silver gold copper tin lead wood(wooden) oak pine stone granite marble glass clay bone ivory
  leather wool silk paper salt`,
)
const seasons = table('spring summer autumn(fall) winter')
const kinship = new Set(
  `mother father parent brother sister twin cousin uncle aunt nephew niece son daughter wife husband grandmother
  grandfather`.split(/\s+/),
)
const nearGroups = [
  'gray silver',
  'brown hazel chestnut amber',
  'red auburn ginger copper',
  'blond gold yellow',
  'blue azure',
  'green emerald',
  'violet purple',
  'bronze brass',
  'wood oak pine',
  'stone granite marble',
].map(group => new Set(group.split(' ')))

/** A color, also behind modifiers it is joined to ("pale-gray"). */
export function colorOf(lower: string): string | undefined {
  const parts = lower.split('-')
  const last = parts.pop() ?? ''
  return parts.every(part => modifiers.has(part)) ? colors.get(last) : undefined
}

export function materialOf(lower: string): string | undefined {
  return materials.get(lower)
}

export function seasonOf(lower: string): string | undefined {
  return seasons.get(lower)
}

export function isKinship(lower: string): boolean {
  return kinship.has(lower)
}

export function areNear(a: string, b: string): boolean {
  return nearGroups.some(group => group.has(a) && group.has(b))
}

function table(text: string): ReadonlyMap<string, string> {
  const entries = text.split(/\s+/).flatMap(entry => {
    const [word = '', other] = entry.replace(')', '').split('(')
    return other === undefined ? [[word, word] as const] : [[word, word] as const, [other, word] as const]
  })
  return new Map(entries)
}
