/** What a scripted model knows when it is asked: what it was told, and what its tools have answered since. */
export interface Situation {
  prompt: string
  steps: { tool: string; input: unknown; output: string }[]
  /** Names as the agent announces them. */
  tools: string[]
  /** Everything that the agent sent. */
  shown: string
}

/** A tool of the agent takes an object, or a text where it is one of free form. */
export type Step = { say: string } | { use: string; input: Record<string, unknown> | string }

type Operation = { call: string; input: Record<string, unknown> }

/** Does the work of the prompts through the operations, without understanding any of it. */
export function diaryStep({ prompt, steps }: Situation): Operation | undefined {
  const done = steps.map(({ tool, output }) => ({ tool, answer: answerIn(output) }))
  if (prompt.includes('# Extract evidence')) return extraction(prompt, done)
  if (prompt.includes('# Synthesize a project')) return synthesis(prompt, done)
  return narration(done)
}

interface Done {
  tool: string
  answer: Answered
}

interface Answered {
  status?: string
  items?: {
    next_work_item_ref: string
    uncovered_turns: { session_ref: string; turn_ref: string; has_chain: boolean }[]
  }[]
  report?: { projects: { project_key: string }[] }
  chains?: { session_ref: string; chain: { turn_ref: string } }[]
}

const made = (done: Done[], tool: string) => done.filter(each => each.tool.endsWith(tool))

function extraction(prompt: string, done: Done[]): Operation | undefined {
  const assignments = prompt.split('- project_key: ').slice(1)
  const assignment = assignments[made(done, 'write_evidence').length]
  if (assignment === undefined) return undefined
  const project_key = assignment.split('\n')[0] ?? ''
  const field = (key: string) => new RegExp(`- ${key}: (.*)`).exec(assignment)?.[1] ?? ''
  const [session_ref, turn_ref, span_sha256] = [field('session_ref'), field('turn_ref'), field('span_sha256')]
  const [start_line, end_line] = field('lines').split('-').map(Number)
  if (made(done, 'read_session_lines').length === made(done, 'write_evidence').length) {
    return { call: 'read_session_lines', input: { project_key, session_ref, start_line, end_line } }
  }
  const citations = [{ lines: `${start_line}-${start_line}` }]
  const evidence_chain = {
    turn_ref,
    trigger: { type: 'explicit_user_message', summary: 'The user asked for a change.', citations },
    terminal_state: { type: 'no_material', summary: 'The agent answered.', citations },
    materiality: 'minor',
  }
  return { call: 'write_evidence', input: { project_key, session_ref, span_sha256, evidence_chain } }
}

function synthesis(prompt: string, done: Done[]): Operation | undefined {
  const project_key = /- project_key: (.*)/.exec(prompt)?.[1] ?? ''
  if (made(done, 'diary_chains').length === 0) return { call: 'diary_chains', input: { project_key } }
  const [next] = made(done, 'diary_next')
  if (!next) return { call: 'diary_next', input: { project_key, phase: 'synthesis' } }
  if (made(done, 'write_work_item').length > 0) return undefined
  const { next_work_item_ref: work_item_ref, uncovered_turns = [] } = next.answer.items?.[0] ?? {}
  const work_item = {
    work_item_ref,
    kind: 'no_material_work_item',
    title: 'Turns of the day',
    covered_turns: uncovered_turns.map(({ session_ref, turn_ref }) => ({ session_ref, turn_ref })),
    confidence: 'low',
  }
  return { call: 'write_work_item', input: { project_key, work_item } }
}

function narration(done: Done[]): Operation | undefined {
  const [read] = made(done, 'diary_report')
  if (!read) return { call: 'diary_report', input: { format: 'json' } }
  const projects = read.answer.report?.projects ?? []
  const chained = made(done, 'diary_chains')
  const missing = projects[chained.length]
  if (missing) return { call: 'diary_chains', input: { project_key: missing.project_key } }
  const turns = projects.flatMap(({ project_key }, index) =>
    (chained[index]?.answer.chains ?? []).map(({ session_ref, chain }) => ({
      project_key,
      session_ref,
      turn_ref: chain.turn_ref,
    })),
  )
  const citations = turns.slice(0, 1)
  const summarized = projects[made(done, 'write_project_summary').length]
  if (summarized) {
    const { project_key } = summarized
    const own = turns.filter(turn => turn.project_key === project_key).slice(0, 1)
    return { call: 'write_project_summary', input: { project_key, summary: { text: 'Some turns.', citations: own } } }
  }
  const claim = { text: 'Seen once.', citations, confidence: 'low' }
  const writes: Operation[] = [
    { call: 'write_report_title', input: { title: { text: 'Money is rounded half to even', citations } } },
    { call: 'write_engagement', input: { overall_reading: claim, observations: [] } },
    { call: 'write_team_learning', input: { takeaways: claim, patterns: [] } },
  ]
  return writes.find(({ call }) => made(done, call).length === 0)
}

/** The object an operation answered, wherever an agent wrapped it. */
function answerIn(output: string): Answered {
  const start = output.indexOf('{"status"')
  if (start >= 0) {
    for (let end = output.length; end > start; end = output.lastIndexOf('}', end - 1)) {
      try {
        return JSON.parse(output.slice(start, end))
      } catch {
        // The wrapping goes on behind the object.
      }
    }
  }
  return start < 0 && output.includes('\\"status\\"') ? answerIn(JSON.parse(`"${output.replace(/^"|"$/g, '')}"`)) : {}
}
