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

/** The turns by the letter of transcripts.md §4 and §7, looking freely back and forth through the whole file. */
export function turnsByTheLetter(all: Timed[]): string[] {
  const echoes = echoesOf(all)
  const starts = all.flatMap(({ said }, i) =>
    (said.is === 'R' || said.is === 'E' || said.is === 'I') && said.timed && !echoes.has(i) ? [i] : [],
  )
  return starts.map((start, n) => {
    const next = starts[n + 1]
    if (next === undefined) return `${start + 1}–${all.length}`
    let end = next - 1
    while (end > start && isScaffolding(all[end]?.said) && !echoes.has(end)) end--
    return `${start + 1}–${end + 1}`
  })
}

/** The lines that repeat a message, each with the message's. */
function echoesOf(all: Timed[]): Map<number, number> {
  const echoes = new Map<number, number>()
  const isOpen = (i: number) => ![...echoes.values()].includes(i)
  all.forEach(({ said, at }, i) => {
    if (said.is === 'E' && said.timed) {
      const before = all[i - 1]
      if (before?.said.is !== 'R' || !before.said.timed || !isOpen(i - 1) || before.said.text !== said.text) return
      const delay = at - before.at
      if (delay >= 0 && delay <= 100 && (said.image || !before.said.image)) echoes.set(i, i - 1)
    }
    if (said.is === 'I') {
      const latest = all.findLastIndex((one, k) => k < i && isMessage(one.said, said.text) && isOpen(k))
      const answered = all.slice(latest + 1, i).some(one => one.said.is === 'agent')
      if (latest >= 0 && !answered) echoes.set(i, latest)
    }
  })
  return echoes
}

function isMessage(said: Said, text: string): boolean {
  return said.is === 'R' && said.timed && said.text === text
}

function isScaffolding(said: Said | undefined): boolean {
  if (said?.is === 'context') return !said.reaction
  return said?.is === 'scaffolding' || said?.is === 'developer'
}

function stamped(line: object | string, timed: boolean): object | string {
  return timed || typeof line === 'string' ? line : { ...line, timestamp: 1778551200000 }
}
