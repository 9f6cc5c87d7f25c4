import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { atMost, type Figure, ratioFigure } from '../harness/figure.ts'
import { compare, countedRuns, takeTurns } from '../harness/runs.ts'
import { quantile } from '../harness/samples.ts'
import type { Bench } from './measure.ts'

/** S6: what a chat waits for at each of its events. */
export async function measureHooks({ runs, calls, workspace, say }: Bench): Promise<Figure[]> {
  const home = workspace.folder('hooks-home')
  const folder = join(home, 'app')
  mkdirSync(folder, { recursive: true })
  const transcript = join(home, 'chat.jsonl')
  writeFileSync(transcript, chat())
  const daybook = (args: string[], input = '') => timeOf([workspace.program(), ...args], home, input)
  await daybook(['call', 'create_project', '{"name":"App","id":"app"}'])
  await daybook(['call', 'project_update', JSON.stringify({ id: 'app', projectPath: folder })])
  for (let n = 0; n < 20; n++) await daybook(['call', 'create_record', JSON.stringify(record(n))])

  const event = { session_id: 'bench', transcript_path: transcript, cwd: folder }
  const events: [name: string, what: string, given: object][] = [
    ['session-start', 'a start', { source: 'startup' }],
    ['pre-compact', 'of a transcript of 4 MB', { trigger: 'auto' }],
    ['session-start', 'after a compaction', { source: 'compact' }],
    ['pre-tool-use', 'with 20 records that govern files', { tool_input: { file_path: join(folder, 'src/a7/b.ts') } }],
    ['stop', 'the reading beside it is not counted', {}],
    ['session-end', 'the reading and building beside it is not counted', { reason: 'exit' }],
  ]
  const figures: Figure[] = []
  for (const [name, work, given] of events) {
    say(`S6: daybook hook ${name}, ${work}`)
    const input = JSON.stringify({ ...event, ...given })
    const pairs = await countedRuns(runs, async () => {
      const { subject, baseline } = await takeTurns(
        { subject: () => daybook(['hook', name], input), baseline: () => timeOf(['-e', '0'], home, '') },
        { calls: calls(20) },
      )
      return { subject: quantile(subject, 0.95), baseline: quantile(baseline, 0.95) }
    })
    const about = { id: 'S6', measure: `daybook hook ${name} vs node -e 0, p95`, target: atMost(2.5), work }
    figures.push(ratioFigure(about, compare(pairs)))
  }
  return figures
}

function record(n: number) {
  const about = { type: 'decision', title: `Decision ${n}`, summary: 'One clock.', body: 'The clock is passed in.' }
  return { ...about, project_id: 'app', parent_id: null, affects: [`src/a${n}/**`] }
}

/** A person's messages between long answers of tools. */
function chat(): string {
  const user = (content: unknown) => `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`
  const answer = user([{ type: 'tool_result', tool_use_id: 't', content: 'x'.repeat(20_000) }])
  const words = user('Never touch src/db/clock.ts. Check with `npm test -- clock`. Which mode do we use?')
  return (words + answer.repeat(4)).repeat(50)
}

/** Milliseconds from starting Node with these arguments to its end; a failing command is quick and must not count. */
async function timeOf(args: string[], home: string, input: string): Promise<number> {
  const started = performance.now()
  const env = { ...process.env, DAYBOOK_HOME: home }
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'ignore', 'ignore'] })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`It ended with ${code}: ${args.join(' ')}`)
  return performance.now() - started
}
