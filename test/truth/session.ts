import type { Label } from '../../bench/truth/field.ts'
import { type ClaudeLine, session } from '../fixtures/transcripts/claude-code/builders.ts'

/** A line of a transcript with what a person would find on it; the label is given the file and its line number. */
export interface LabelledLine {
  line: ClaudeLine
  labels: ((transcript: string, line: number) => Label)[]
}

/** An invented session of Claude Code. */
export interface LabelledSession {
  name: string
  lines: (ClaudeLine | LabelledLine)[]
}

export function bytesOf({ lines }: LabelledSession): Buffer {
  return session(...lines.map(one => (typeof one === 'function' ? one : one.line)))
}

export function labelsOf({ name, lines }: LabelledSession): Label[] {
  return lines.flatMap((one, index) =>
    typeof one === 'function' ? [] : one.labels.map(label => label(`${name}.jsonl`, index + 1)),
  )
}

/** A line on which a person speaks. */
export function spoken(line: ClaudeLine): LabelledLine {
  return { line, labels: [boundary('right')] }
}

/** A line in a person's name that no person wrote. */
export function notSpoken(line: ClaudeLine, by: string): LabelledLine {
  return { line, labels: [boundary(`wrong: ${by}`)] }
}

function boundary(verdict: string) {
  return (transcript: string, line: number): Label => ({
    field: 'turn_boundary',
    verdict,
    value: null,
    cited: [{ transcript, lines: `${line}-${line}` }],
  })
}
