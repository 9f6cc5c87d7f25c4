import type { CallInput, ResultEvent, TurnEvent } from '../../src/transcripts/event.ts'

/** An event of a turn, to be put on a line. */
export type Step = (line: number) => TurnEvent

/** The events of a turn, one on each line from the given one on. */
export function turnOf(...steps: Step[]): TurnEvent[] {
  return steps.map((step, i) => step(i + 1))
}

export function asked(text: string): Step {
  return line => ({ kind: 'user', line, text })
}

export function said(text: string): Step {
  return line => ({ kind: 'text', line, text })
}

export function call(name: string, input: CallInput, id: string | null = null): Step {
  return line => ({ kind: 'call', line, id, name, input })
}

/** A result without fault, unless something else is said of it. */
export function result(id: string | null, more: Partial<Omit<ResultEvent, 'kind' | 'line' | 'id'>> = {}): Step {
  return line => ({
    ...{ kind: 'result', line, id, text: '', exit: null, error: false, interrupted: false, denied: false },
    ...more,
  })
}

/** A call and its result on the next line. */
export function done(name: string, input: CallInput, more: Parameters<typeof result>[1] = {}): [Step, Step] {
  const id = `${name} ${JSON.stringify(input)}`
  return [call(name, input, id), result(id, more)]
}

export function ran(command: string, more: Parameters<typeof result>[1] = {}): [Step, Step] {
  return done('Bash', { command }, more)
}

export function mark(kind: 'interrupt' | 'api_error' | 'malformed' | 'context'): Step {
  return line => ({ kind, line })
}

export function linked(number: number): Step {
  return line => ({ kind: 'pr', line, number })
}

export function typed(text: string): Step {
  return line => ({ kind: 'shell_note', line, text })
}
