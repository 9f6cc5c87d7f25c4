/**
 * `*` and `?` stay within a folder, `**` does not. A pattern without a folder matches names at any depth.
 *
 * All ways to match are followed side by side, one character at a time. A regular expression made of the pattern would
 * try them one after the other, and a pattern with many stars has too many of them.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const steps = stepsOf(pattern.includes('/') ? pattern : `**/${pattern}`)
  return path => {
    let places = reachable(steps, [0])
    for (const character of path) {
      places = reachable(
        steps,
        places.flatMap(at => placesAfter(steps[at], at, character)),
      )
      if (places.length === 0) return false
    }
    return places.includes(steps.length)
  }
}

type Step =
  | { kind: 'character'; character: string }
  /** `?` */
  | { kind: 'one' }
  /** `*` */
  | { kind: 'many'; inFolder: true }
  /** `**` */
  | { kind: 'many'; inFolder: false }
  /** The beginning of a double star before a slash, which may match no folder at all. */
  | { kind: 'optional' }
  /** The rest of it: anything up to some slash. */
  | { kind: 'folders' }

function stepsOf(pattern: string): Step[] {
  return (pattern.match(/\*+\/?|[^*]/gu) ?? []).flatMap((piece): Step[] => {
    if (piece === '?') return [{ kind: 'one' }]
    if (!piece.startsWith('*')) return [{ kind: 'character', character: piece }]
    if (piece.startsWith('**'))
      return piece.endsWith('/') ? [{ kind: 'optional' }, { kind: 'folders' }] : [{ kind: 'many', inFolder: false }]
    const many: Step = { kind: 'many', inFolder: true }
    return piece.endsWith('/') ? [many, { kind: 'character', character: '/' }] : [many]
  })
}

/** Each place once, with those after steps that may match nothing. */
function reachable(steps: readonly Step[], from: readonly number[]): number[] {
  const places = new Set(from)
  for (const at of places) {
    const { kind } = steps[at] ?? {}
    if (kind === 'many' || kind === 'optional') places.add(at + 1)
    if (kind === 'optional') places.add(at + 2)
  }
  return [...places]
}

function placesAfter(step: Step | undefined, at: number, character: string): number[] {
  switch (step?.kind) {
    case 'character':
      return step.character === character ? [at + 1] : []
    case 'one':
      return character === '/' ? [] : [at + 1]
    case 'many':
      return step.inFolder && character === '/' ? [] : [at]
    case 'folders':
      return character === '/' ? [at, at + 1] : [at]
    default:
      return []
  }
}
