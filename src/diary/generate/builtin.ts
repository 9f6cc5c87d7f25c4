import { statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { problemsIn, sizeProblems } from '../arguments.ts'
import { chainsInThread } from '../prepare/index/threads.ts'
import type { Problem } from '../rejection.ts'
import type { Chain } from '../schema.ts'
import type { DiarySettings } from '../settings.ts'
import { writeItems } from '../synthesize/synthesize.ts'
import { appendChains } from '../workspace/append-chains.ts'
import { ChainInput } from '../workspace/chain-input.ts'
import { loadProject, rowOf } from '../workspace/project.ts'
import { sessionChains, type WantedChains } from '../workspace/session-chains.ts'
import type { EvidenceTask, Mode, Producer, SynthesisTask, TaskContext } from './producer.ts'
import type { Attempt } from './run.ts'

/** The path that needs no model: rules in this process, and nothing leaves the machine. */
export const builtin: Mode = {
  name: 'builtin',
  sends: '',
  open: async () => builtinProducer,
}

export const builtinProducer: Producer = {
  name: 'builtin',
  inProcess: true,
  async evidence(task, ctx) {
    const { refused } = await writeBuiltinChains(task, ctx)
    return { ...free, problem: refused > 0 ? 'built-in chains were refused; the log names the rules' : null }
  },
  async synthesis({ project_key }: SynthesisTask, { workspace, ...ctx }: TaskContext) {
    await writeItems(ctx, { workspace, project_key, by: builtin.name })
    return free
  },
}

const free: Attempt = { tokens: null, cost_usd: null, problem: null }

type BuiltinTask = Pick<EvidenceTask, 'project_key' | 'session_ref'> & { turns: ReadonlyArray<{ turn_ref: string }> }

/** Judges the chains of a session's turns one by one and commits the good ones together. */
export async function writeBuiltinChains(
  { project_key, session_ref, turns }: BuiltinTask,
  { workspace, signal, ...ctx }: Pick<TaskContext, 'workspace' | 'signal' | 'diary' | 'clock' | 'db' | 'log'>,
): Promise<{ appended: string[]; refused: number }> {
  const project = await loadProject(workspace, project_key)
  const row = rowOf(project, session_ref)
  const turn_refs = new Set(turns.map(({ turn_ref }) => turn_ref))
  const made = await makeChains(ctx.diary, { project, row, turn_refs }, signal)
  const chains = made.filter(chain => {
    const [problem] = problemsOf(chain)
    if (problem) ctx.log(`diary: built-in chain ${project_key} ${session_ref} ${chain.turn_ref}: ${problem.path}`)
    return problem === undefined
  })
  if (chains.length === 0) return { appended: [], refused: made.length }
  const submitted = chains.map(chain => ({ chain }))
  const { appended } = await appendChains(ctx, {
    workspace,
    project_key,
    session_ref,
    chains: submitted,
    by: builtin.name,
  })
  return { appended, refused: made.length - appended.length }
}

/** In a thread of its own where there is much to do, so that this one can write meanwhile. */
async function makeChains(diary: DiarySettings, wanted: WantedChains, signal: AbortSignal): Promise<Chain[]> {
  const { project, row, turn_refs } = wanted
  const bytes = statSync(join(project.folder, row.session_path), { throwIfNoEntry: false })?.size ?? 0
  const { cacheDir, root, surroundings, indexWorkers } = diary
  const { key, folder } = project
  const made = await chainsInThread(indexWorkers, bytes, {
    settings: { cacheDir, root, home: surroundings.home },
    wanted: { project: { key, folder }, row, turn_refs },
  })
  signal.throwIfAborted()
  // What cannot be made there is tried here, where faults are known by their names.
  return made ?? sessionChains(diary, wanted, signal)
}

const Input = z.strictObject({ evidence_chain: ChainInput })

/** What `write_evidence` would have against it before it looks at any file. */
function problemsOf(evidence_chain: Chain): Problem[] {
  const args = { evidence_chain }
  return [...sizeProblems(args), ...problemsIn(Input, args)]
}
