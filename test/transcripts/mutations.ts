import fc from 'fast-check'

type Mutation = (bytes: Buffer) => Buffer

/** Bytes flipped, cut out, cut off, doubled, and values swapped for others of another type. */
export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc
    .array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 255 })), { maxLength: 5 })
    .map(flip),
  fc.tuple(share(), share()).map(([from, length]) => remove(from, length / 10)),
  share().map(truncate),
  fc.tuple(share(), share()).map(([from, length]) => double(from, length / 10)),
  fc.tuple(fc.nat(), fc.nat()).map(([place, other]) => swap(place, other)),
  fc.tuple(fc.nat(), fc.nat()).map(([place, other]) => swap(place, other)),
)

function share(): fc.Arbitrary<number> {
  return fc.double({ min: 0, max: 1, noNaN: true })
}

function flip(places: [number, number][]): Mutation {
  return bytes => {
    const changed = Buffer.from(bytes)
    for (const [place, mask] of places) {
      const at = Math.min(changed.length - 1, Math.floor(place * changed.length))
      if (at >= 0) changed[at] = (changed[at] ?? 0) ^ mask
    }
    return changed
  }
}

function remove(from: number, length: number): Mutation {
  return bytes => {
    const start = Math.floor(from * bytes.length)
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + Math.floor(length * bytes.length))])
  }
}

function truncate(at: number): Mutation {
  return bytes => Buffer.from(bytes.subarray(0, Math.floor(at * bytes.length)))
}

function double(from: number, length: number): Mutation {
  return bytes => {
    const start = Math.floor(from * bytes.length)
    const end = start + Math.floor(length * bytes.length)
    return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)])
  }
}

const others: unknown[] = [null, true, 0, -1, 1e300, '', 'x', '2026-05-12T02:00:00Z', [], [null], [[]], {}, { text: 1 }]

/** Puts another value in the place of one of a line's values, however deep. */
function swap(place: number, other: number): Mutation {
  return bytes => {
    const lines = bytes.toString().split('\n')
    const index = place % lines.length
    const line = parsed(lines[index] ?? '')
    if (line === undefined) return bytes
    const paths = pathsIn(line)
    const target = paths[place % Math.max(paths.length, 1)]
    if (!target) return bytes
    target.holder[target.key] = others[other % others.length]
    lines[index] = JSON.stringify(line)
    return Buffer.from(lines.join('\n'))
  }
}

interface Place {
  holder: { [key: string]: unknown }
  key: string
}

function pathsIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  // An array is an object with numbers for keys.
  const holder = value as { [key: string]: unknown }
  return Object.keys(holder).flatMap(key => [{ holder, key }, ...pathsIn(holder[key])])
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}
