import { E, ENV, EV, ITEM, R, RE, TC } from '../fixtures/transcripts/codex/builders.ts'

/** What a generated line is, apart from how Codex writes it. */
export type Said =
  | { is: 'R' | 'E' | 'I'; text: string; image: boolean; timed: boolean }
  | { is: 'context'; by: 'R' | 'E'; reaction: boolean }
  | { is: 'agent' }
  | { is: 'scaffolding' }
  | { is: 'developer' }
  | { is: 'other' }
  | { is: 'broken' }

export interface Timed {
  said: Said
  at: number
}

/** The line as the client writes it. */
export function written({ said, at }: Timed): object | string {
  const timestamp = new Date(at).toISOString()
  switch (said.is) {
    case 'R': {
      const image = said.image ? [{ type: 'input_image', image_url: 'x' }] : []
      return stamped(R([...image, { type: 'input_text', text: said.text }])(timestamp), said.timed)
    }
    case 'E':
      return stamped(E(said.text, said.image ? { images: ['x'] } : {})(timestamp), said.timed)
    case 'I':
      return stamped(ITEM('UserMessage', { content: [{ type: 'text', text: said.text }] })(timestamp), said.timed)
    case 'context': {
      const text = said.reaction ? '<turn_aborted>\n…' : ENV
      return (said.by === 'R' ? R(text) : E(text))(timestamp)
    }
    case 'agent':
      return RE()(timestamp)
    case 'scaffolding':
      return TC()(timestamp)
    case 'developer':
      return R('rules', 'developer')(timestamp)
    case 'other':
      return EV('token_count', { info: null })(timestamp)
    case 'broken':
      return '{"type":'
  }
}

/**
 * The turns by the letter of transcripts.md §4 and §7, and by the rule that events are believed: what a client gives the
 * model in the user's name is a message if an event repeats it, or if there are no events.
 */
export function turnsByTheLetter(all: Timed[]): string[] {
  const { starts, echoes } = messagesOf(all)
  return starts.map((start, n) => {
    const next = starts[n + 1]
    if (next === undefined) return `${start + 1}–${all.length}`
    let end = next - 1
    while (end > start && isScaffolding(all[end]?.said) && !echoes.has(end)) end--
    return `${start + 1}–${end + 1}`
  })
}

/** Stretch by stretch between what the agent does: nothing repeats what came before that. */
function messagesOf(all: Timed[]): { starts: number[]; echoes: Set<number> } {
  const starts: number[] = []
  const echoes = new Set<number>()
  let hasEvents = false
  let from = 0
  while (from < all.length) {
    const agent = all.findIndex(({ said }, i) => i >= from && said.is === 'agent')
    const to = agent < 0 ? all.length : agent
    const certain: number[] = []
    let doubtful: number[] = []
    const taken = { E: new Set<number>(), I: new Set<number>() }
    for (let i = from; i < to; i++) {
      const one = all[i]
      if (!one || (one.said.is !== 'R' && one.said.is !== 'E' && one.said.is !== 'I')) continue
      const { said } = one
      if (said.is === 'R') {
        if (said.timed) doubtful.push(i)
        continue
      }
      const candidates = [...certain, ...doubtful].sort((a, b) => b - a)
      const original = candidates.find(k => !taken[said.is === 'E' ? 'E' : 'I'].has(k) && repeats(all, i, k))
      if (original !== undefined) {
        echoes.add(i)
        taken[said.is].add(original)
        if (!certain.includes(original)) certain.push(original)
      } else if (said.timed) {
        taken[said.is].add(i)
        certain.push(i)
      } else continue
      hasEvents = true
      doubtful = []
    }
    starts.push(...certain, ...(hasEvents ? [] : doubtful))
    from = to + 1
  }
  return { starts: starts.sort((a, b) => a - b), echoes }
}

/** Whether the line `i` is the event or item of the message on line `k`. */
function repeats(all: Timed[], i: number, k: number): boolean {
  const [event, message] = [all[i], all[k]]
  if (!event || !message || !('text' in event.said) || !('text' in message.said)) return false
  if (event.said.text !== message.said.text) return false
  if (event.said.is === 'I') return true
  const delay = event.at - message.at
  const isNext = i === k + 1 && event.said.timed && message.said.is !== 'E'
  return isNext && delay >= 0 && delay <= 100 && (event.said.image || message.said.is !== 'R' || !message.said.image)
}

function isScaffolding(said: Said | undefined): boolean {
  if (said?.is === 'context') return !said.reaction
  return said?.is === 'scaffolding' || said?.is === 'developer'
}

function stamped(line: object | string, timed: boolean): object | string {
  return timed || typeof line === 'string' ? line : { ...line, timestamp: 1778551200000 }
}
